import { useMutation } from "convex/react";
import { useEffect, useId, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { MAX_PICTURES } from "#convex/shared/limits";
import type { OwnPicture } from "#convex/shared/pictureValidators";
import { messageOf } from "../../../lib/error-message";
import { useAction } from "../../../lib/use-action";
import { useQuietLive } from "../../../lib/use-live";
import { LoadFailure } from "../../../ui/load-failure";
import { Skeleton } from "../../../ui/skeleton";
import { LiveRegion } from "../../../ui/visually-hidden";
import { PictureEntry } from "./picture-entry";
import styles from "./pictures.module.css";
import { ACCEPTED, PictureTrouble } from "./prepare-picture";
import { useAddPicture } from "./use-add-picture";

const FAILURE = "Failed to change the pictures";

/**
 * The pictures of the team's project: add, order, describe and remove, live for the whole team. They can be changed
 * while `isOpen`. Must be inside a `ConvexProvider`.
 */
export function Pictures({ isOpen }: { isOpen: boolean }) {
  const id = useId();
  const live = useQuietLive(api.projects.pictures, {});
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        Pictures
      </h2>
      {live.status === "pending" && <Skeleton height="14rem" />}
      {live.status === "error" && (
        <LoadFailure>Failed to load the pictures</LoadFailure>
      )}
      {live.status === "success" && (
        <Shown pictures={live.data ?? []} isOpen={isOpen} headingId={id} />
      )}
    </section>
  );
}

function Shown({
  pictures,
  isOpen,
  headingId,
}: {
  pictures: readonly OwnPicture[];
  isOpen: boolean;
  headingId: string;
}) {
  const arrange = useMutation(api.projects.arrangePictures);
  const remove = useMutation(api.projects.removePicture);
  const { run, isPending } = useAction(FAILURE);
  const [said, setSaid] = useState("");
  const [moved, setMoved] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const order = pictures.map(({ _id }) => _id);

  // Moving an element in the DOM takes its focus away.
  useEffect(() => {
    if (moved === undefined) return;
    const button = list.current?.querySelector<HTMLElement>(
      `[data-move="${moved}"]`,
    );
    if (button !== document.activeElement) button?.focus();
  }, [moved, pictures]);

  async function move(from: number, by: -1 | 1) {
    const pictureId = order[from];
    if (pictureId === undefined) return;
    const wanted = order.toSpliced(from, 1).toSpliced(from + by, 0, pictureId);
    setMoved(`${pictureId} ${by}`);
    if (await run(() => arrange({ pictureIds: wanted })))
      setSaid(`Picture ${from + 1} is now picture ${from + by + 1}.`);
  }

  async function take(pictureId: Id<"pictures">, place: number) {
    if (!(await run(() => remove({ pictureId })))) return;
    setMoved(undefined);
    setSaid(`Picture ${place} is removed.`);
    document.getElementById(headingId)?.focus();
  }

  return (
    <>
      <p className={styles.hint}>
        {isOpen
          ? `Up to ${MAX_PICTURES}; the first one is your project's face in the gallery. They are made to fit here, and what your camera wrote into them stays on this device.`
          : "Pictures can be changed while submissions are open."}
      </p>
      {pictures.length > 0 && (
        <ul ref={list} className={styles.list} aria-label="Your pictures">
          {pictures.map((picture, nth) => (
            <li key={picture._id}>
              <PictureEntry
                picture={picture}
                place={nth + 1}
                count={pictures.length}
                isOpen={isOpen}
                isPending={isPending}
                onMove={(by) => void move(nth, by)}
                onRemove={() => void take(picture._id, nth + 1)}
              />
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <AddPictures
          room={MAX_PICTURES - pictures.length}
          onAdded={(name) => setSaid(`${name} is added.`)}
        />
      )}
      <LiveRegion>{said}</LiveRegion>
    </>
  );
}

/** A file input that also accepts dropped files. */
function AddPictures({
  room,
  onAdded,
}: {
  room: number;
  onAdded: (name: string) => void;
}) {
  const id = useId();
  const add = useAddPicture();
  const [waiting, setWaiting] = useState<string>();
  const [troubles, setTroubles] = useState<readonly string[]>([]);

  async function addAll(files: readonly File[]) {
    if (waiting !== undefined) return;
    setTroubles([]);
    for (const file of files) {
      setWaiting(file.name);
      try {
        await add(file);
        onAdded(file.name);
      } catch (error) {
        const sentence =
          error instanceof PictureTrouble
            ? error.message
            : messageOf(error, "Failed to upload the picture");
        setTroubles((before) => [...before, sentence]);
      }
    }
    setWaiting(undefined);
  }

  return (
    <div>
      {(room > 0 || waiting !== undefined) && (
        <label className={`plate plate-waiting ${styles.add}`}>
          <span>
            {waiting === undefined ? "Add a picture" : `Adding ${waiting} …`}
          </span>
          <input
            type="file"
            multiple
            accept={ACCEPTED}
            className={styles.file}
            aria-describedby={id}
            aria-disabled={waiting !== undefined || undefined}
            onClick={(event) => {
              if (waiting !== undefined) event.preventDefault();
            }}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = "";
              void addAll(files);
            }}
          />
          <small id={id}>PNG, JPEG, WebP or AVIF</small>
        </label>
      )}
      <div role="alert">
        {troubles.map((sentence, nth) => (
          <p key={nth} className={styles.trouble}>
            {sentence}
          </p>
        ))}
      </div>
    </div>
  );
}
