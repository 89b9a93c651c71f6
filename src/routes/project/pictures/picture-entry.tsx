import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { OwnPicture } from "#convex/shared/pictures";
import { atDeployment } from "../../../lib/deployment-url";
import { messageOf } from "../../../lib/error-message";
import { notify } from "../../../lib/notify";
import { StoredImage } from "../../../ui/stored-image";
import { Button } from "../../../ui/button";
import { ArrowIcon } from "../../../ui/icons";
import { TextField } from "../../../ui/text-field";
import styles from "./pictures.module.css";

/** One picture with its alternative text. */
export function PictureEntry({
  picture: { _id, url, thumbnail, width, height, alt },
  place,
  count,
  isOpen,
  isPending,
  onMove,
  onRemove,
}: {
  picture: OwnPicture;
  /** From 1. */
  place: number;
  count: number;
  isOpen: boolean;
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
      <div hidden={!isOpen}>
        <div className="stack gap-4">
          <Words pictureId={_id} alt={alt} />
          <div className={`row gap-2 ${styles.ways}`}>
            {([-1, 1] as const).map((by) => (
              <Button
                key={by}
                aria-label={`Move picture ${place} ${by < 0 ? "forward" : "back"}`}
                isDisabled={by < 0 ? place === 1 : place === count}
                isPending={isPending}
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

/**
 * Saved when the field is left. What a teammate saves meanwhile shows beside what is typed: either may be the better
 * one, and nothing that is typed is lost.
 */
function Words({
  pictureId,
  alt,
}: {
  pictureId: OwnPicture["_id"];
  alt: string;
}) {
  const describe = useMutation(api.projects.describePicture);
  /** What is typed, and the text that it was based on; undefined while nothing is. */
  const [own, setOwn] = useState<{ text: string; base: string }>();
  const isOvertaken = own !== undefined && own.base !== alt && alt !== "";

  async function save({ text }: { text: string }) {
    try {
      if (text.trim() !== alt) await describe({ pictureId, alt: text });
      // Unless more was typed while it was saved.
      setOwn((now) => (now?.text === text ? undefined : now));
    } catch (error) {
      notify.error(messageOf(error, "Failed to save the description"));
    }
  }

  return (
    <TextField
      label="What it shows"
      name="alt"
      isOptional
      autoComplete="off"
      hint={isOvertaken ? `A teammate has saved: ${alt}` : undefined}
      value={own?.text ?? alt}
      onChange={({ target }) =>
        setOwn({ text: target.value, base: own?.base ?? alt })
      }
      onBlur={() => {
        if (own !== undefined) void save(own);
      }}
    />
  );
}
