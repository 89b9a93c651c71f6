import { useMutation } from "convex/react";
import { useEffect, useId, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import {
  MAX_PICTURES,
  type OwnPicture,
} from "#convex/projects/shared/pictures";
import { notify } from "../../../lib/notify";
import {
  discard,
  keep,
  useOutbox,
  type Waiting,
} from "../../../lib/outbox/outbox";
import { useAction } from "../../../lib/forms/use-action";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { useQuietLive } from "../../../lib/connection/use-live";
import { LoadFailure } from "../../../ui/load-failure";
import { Skeleton } from "../../../ui/skeleton";
import { UndoNote } from "../../../ui/undo-note";
import { LiveRegion } from "../../../ui/visually-hidden";
import { SavedNote, type Bench, type Writing } from "../fields";
import { useKeptField } from "../kept-changes";
import { PictureEntry } from "./picture-entry";
import styles from "./pictures.module.css";
import { ACCEPTED } from "./prepare-picture";
import { UploadList } from "./upload-list";
import { useSent } from "./use-uploads";

const FAILURE = "Failed to change the pictures";

/**
 * The pictures of the team's project: add, order, describe and remove, live for the whole team. They can be changed
 * while `isOpen`. Must be inside a `ConvexProvider`.
 */
export function Pictures({ bench }: { bench: Bench }) {
  const id = useId();
  const { isAtRisk, error, refused } = useKeptField(bench, "pictures");
  const live = useQuietLive(api.projects.pictures, {});
  return (
    <section
      ref={useFocusKept()}
      tabIndex={-1}
      className={`stack gap-4 ${styles.section}`}
      aria-labelledby={id}
    >
      <div className="row gap-x-3 items-center">
        <h2 id={id}>Pictures</h2>
        <span className="quiet text-s">
          <SavedNote
            isAtRisk={isAtRisk}
            isTouched={false}
            isRefused={error !== undefined}
          />
        </span>
      </div>
      {live.status === "pending" && <Skeleton height="14rem" />}
      {live.status === "error" && (
        <LoadFailure>Failed to load the pictures</LoadFailure>
      )}
      {live.status === "success" && (
        <Shown stored={live.data ?? []} bench={bench} refused={refused} />
      )}
    </section>
  );
}

function Shown({
  stored,
  bench,
  refused,
}: {
  stored: readonly OwnPicture[];
  bench: Bench;
  refused: readonly Waiting[];
}) {
  const { isOpen, selfId, project, uploads: sender } = bench;
  const pictures = useKeptOrder(stored, bench);
  const remove = useMutation(api.projects.removePicture);
  const putBack = useMutation(api.projects.putBackPicture);
  const { run, isPending } = useAction(FAILURE);
  const [said, setSaid] = useState("");
  /** What was removed on this page: where it was, from 1, and its words. */
  const [removed, setRemoved] = useState<[Id<"pictures">, number, string][]>(
    [],
  );
  const { uploads, failed, added } = useSent(sender);
  const order = pictures.map(({ _id }) => _id);

  // The words of a picture that is there wait for a choice.
  const lost = refused.find(
    ({ kind, args }) =>
      kind !== "pictureWords" || !order.includes(args.pictureId),
  );
  useEffect(() => {
    if (lost === undefined) return;
    notify.error(`${lost.name}: ${lost.refusal}`);
    discard(selfId, lost.key);
  }, [lost, selfId]);

  function move(from: number, by: -1 | 1) {
    const pictureId = order[from];
    if (pictureId === undefined) return;
    const wanted = order.filter((id) => id !== pictureId);
    wanted.splice(from + by, 0, pictureId);
    const args = { projectId: project._id, pictureIds: wanted, seen: order };
    keep(selfId, "pictureOrder", args, { name: "The order of the pictures" });
    setSaid(`Picture ${from + 1} is now picture ${from + by + 1}.`);
  }

  async function take({ _id: pictureId, alt }: OwnPicture, place: number) {
    if (await run(() => remove({ pictureId })))
      setRemoved((all) => [
        [pictureId, place, alt],
        ...all.filter(([id]) => id !== pictureId),
      ]);
  }

  function drop(id: number, name: string) {
    sender.cancel(id);
    setSaid(`${name} is not sent.`);
  }

  const entries = pictures.map((picture, nth) => (
    <li key={picture._id}>
      <PictureEntry
        bench={bench}
        picture={picture}
        place={nth + 1}
        count={pictures.length}
        isPending={isPending}
        onMove={(by) => move(nth, by)}
        onRemove={() => void take(picture, nth + 1)}
      />
    </li>
  ));
  // The last one first, so that each is where it was.
  for (const [pictureId, place, alt] of isOpen ? removed : [])
    if (!order.includes(pictureId))
      entries.splice(
        place - 1,
        0,
        <li key={pictureId}>
          <UndoNote
            label="Put back"
            failure={FAILURE}
            onUndo={async () => {
              await putBack({ pictureId });
              setSaid("The picture is back.");
            }}
          >
            {`Picture ${place} is removed${alt && `: ${alt}`}`}
          </UndoNote>
        </li>,
      );

  return (
    <>
      <p className={`soft measure ${styles.hint}`}>
        {isOpen
          ? `Up to ${MAX_PICTURES}. The gallery's list shows the first one. We resize pictures and remove location data.`
          : "Pictures can be changed while submissions are open."}
      </p>
      {entries.length > 0 && (
        <ul className={`stack gap-4 ${styles.list}`} aria-label="Your pictures">
          {entries}
        </ul>
      )}
      {uploads.length > 0 && <UploadList uploads={uploads} onCancel={drop} />}
      {isOpen && pictures.length + uploads.length < MAX_PICTURES && (
        <AddPictures onChosen={(files) => sender.start(files)} />
      )}
      <div role="alert">
        {failed.map(({ why }, nth) => (
          <p key={nth} className="hot-text">
            {why}
          </p>
        ))}
      </div>
      <LiveRegion>{said}</LiveRegion>
      <LiveRegion>{added && `${added} is added.`}</LiveRegion>
    </>
  );
}

/** The pictures in the order that waits to be sent. */
function useKeptOrder(
  pictures: readonly OwnPicture[],
  { selfId, project }: Writing,
): OwnPicture[] {
  const last = useOutbox(selfId, "pictureOrder")
    .filter(({ args }) => args.projectId === project._id)
    .filter(({ refusal }) => refusal === undefined)
    .at(-1);
  const wanted = last?.args.pictureIds ?? [];
  const order = new Set([...wanted, ...pictures.map(({ _id }) => _id)]);
  return [...order].flatMap(
    (id) => pictures.find(({ _id }) => _id === id) ?? [],
  );
}

/** A file input that also accepts dropped files. */
function AddPictures({
  onChosen,
}: {
  onChosen: (files: readonly File[]) => void;
}) {
  const id = useId();
  return (
    <label className={`plate plate-waiting stack gap-2 ${styles.add}`}>
      <span className="small-headline upper">Add a picture</span>
      <input
        type="file"
        multiple
        accept={ACCEPTED}
        className={styles.input}
        aria-describedby={id}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          onChosen(files);
        }}
      />
      <small id={id}>PNG, JPEG, WebP or AVIF</small>
    </label>
  );
}
