import { useState } from "react";
import { check } from "#convex/platform/shared/input";
import { altSchema, type OwnPicture } from "#convex/projects/shared/pictures";
import { atDeployment } from "../../../lib/connection/deployment-url";
import { discard, keep, useOutbox } from "../../../lib/outbox/outbox";
import { StoredImage } from "../../../ui/stored-image";
import { Button } from "../../../ui/button";
import { ArrowIcon } from "../../../ui/icons";
import { TextField } from "../../../ui/text-field";
import type { Writing } from "../fields";
import styles from "./pictures.module.css";

/** One picture with its alternative text. */
export function PictureEntry({
  bench,
  picture: { _id, url, thumbnail, width, height, alt },
  place,
  count,
  isPending,
  onMove,
  onRemove,
}: {
  bench: Writing;
  picture: OwnPicture;
  /** From 1. */
  place: number;
  count: number;
  isPending: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  return (
    <article
      className={`plate stack gap-4 ${styles.entry}`}
      aria-label={`Picture ${place} of ${count}`}
    >
      <StoredImage
        src={atDeployment(thumbnail?.url ?? url)}
        {...{ width, height }}
        alt={alt}
        className={`full ${styles.picture}`}
      />
      {/* Hidden, not removed, so that what is typed is kept. */}
      <div hidden={!bench.isOpen}>
        <div className="stack gap-4">
          <Words bench={bench} pictureId={_id} alt={alt} />
          <div className={`row gap-2 ${styles.ways}`}>
            {([-1, 1] as const).map((by) => (
              <Button
                key={by}
                aria-label={`Move picture ${place} ${by < 0 ? "forward" : "back"}`}
                isDisabled={by < 0 ? place === 1 : place === count}
                onClick={() => onMove(by)}
              >
                <span className={by < 0 ? styles.forward : undefined}>
                  <ArrowIcon />
                </span>
              </Button>
            ))}
            <Button
              tone="quiet"
              aria-label={`Remove picture ${place}`}
              isPending={isPending}
              onClick={onRemove}
            >
              Remove
            </Button>
          </div>
        </div>
      </div>
    </article>
  );
}

/** Kept with each letter. What a teammate saves meanwhile shows beside what is typed, until somebody chooses. */
function Words({
  bench,
  pictureId,
  alt,
}: {
  bench: Writing;
  pictureId: OwnPicture["_id"];
  alt: string;
}) {
  /** As it is typed, while somebody is in the field. */
  const [typed, setTyped] = useState<string>();
  const kept = useOutbox(bench.selfId, "pictureWords").filter(
    ({ args }) => args.pictureId === pictureId,
  );
  const last = kept.at(-1);
  // The deployment may have what was sent already.
  const isSent = kept.some((it) => it.isTried && it.refusal === undefined);
  const isOvertaken =
    last !== undefined &&
    !isSent &&
    last.args.seen !== alt &&
    last.args.alt !== alt;

  function write(text: string, seen: string | undefined) {
    const checked = check(altSchema, { alt: text });
    const words = checked.ok ? checked.value.alt : text;
    const { selfId, project } = bench;
    keep(
      selfId,
      "pictureWords",
      { projectId: project._id, pictureId, alt: words, seen },
      { name: "Words of a picture" },
    );
  }

  return (
    <>
      <TextField
        label="What it shows"
        name="alt"
        isOptional
        autoComplete="off"
        hint={isOvertaken ? `A teammate has saved: ${alt}` : undefined}
        error={isOvertaken ? undefined : last?.refusal}
        value={typed ?? last?.args.alt ?? alt}
        onChange={({ target }) => {
          setTyped(target.value);
          const isRefused = last?.refusal !== undefined;
          write(
            target.value,
            isRefused ? last.args.seen : (last?.args.alt ?? alt),
          );
        }}
        onBlur={() => setTyped(undefined)}
      />
      {isOvertaken && (
        <div className="row gap-2">
          <Button onClick={() => write(last.args.alt ?? "", alt)}>
            Save mine
          </Button>
          <Button tone="quiet" onClick={() => discard(bench.selfId, last.key)}>
            Use theirs
          </Button>
        </div>
      )}
    </>
  );
}
