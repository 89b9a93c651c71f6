import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { MAX_ALT_LENGTH } from "#convex/shared/limits";
import type { OwnPicture } from "#convex/shared/pictureValidators";
import { atDeployment } from "../../../lib/deployment-file";
import { useAction } from "../../../lib/use-action";
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
      className={`plate ${styles.entry}`}
      aria-label={`Picture ${place} of ${count}`}
    >
      <img
        src={atDeployment(thumbnail?.url ?? url)}
        {...{ width, height }}
        alt={alt}
        className={styles.picture}
      />
      {isOpen && (
        <>
          <Words key={alt} pictureId={_id} alt={alt} />
          <div className={styles.ways}>
            {([-1, 1] as const).map((by) => (
              <Button
                key={by}
                data-move={`${_id} ${by}`}
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
        </>
      )}
    </article>
  );
}

/** Saved when the field is left. */
function Words({
  pictureId,
  alt,
}: {
  pictureId: OwnPicture["_id"];
  alt: string;
}) {
  const describe = useMutation(api.projects.describePicture);
  const { run } = useAction("Failed to save the description");
  const [typed, setTyped] = useState(alt);
  return (
    <TextField
      label="What it shows"
      name="alt"
      isOptional
      autoComplete="off"
      maxLength={MAX_ALT_LENGTH}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed.trim() !== alt)
          void run(() => describe({ pictureId, alt: typed }));
      }}
    />
  );
}
