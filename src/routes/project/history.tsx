import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  FIELD_LABELS,
  type ChangedPart,
  type HistoryEntry,
  type ProjectField,
} from "#convex/projects/shared/projects";
import { awardTitle } from "../../content/award-words";
import { atDeployment } from "../../lib/connection/deployment-url";
import { formatMoment } from "../../lib/time/format-time";
import { useAction } from "../../lib/forms/use-action";
import { useQuietLive } from "../../lib/connection/use-live";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import { StoredImage } from "../../ui/stored-image";
import { useTextView } from "./description";
import type { Bench } from "./fields";
import { HiddenNames } from "./lists";
import pictures from "./pictures/pictures.module.css";
import styles from "./project.module.css";

/** What is rarely wanted: hiding the names, and the history of changes, which is loaded when this is opened. */
export function More({ bench }: { bench: Bench }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <details
      className={styles.more}
      onToggle={(event) => setIsShown(event.currentTarget.open)}
    >
      <summary className="strong">More: names, history</summary>
      <div className="stack gap-5">
        {/* The hand-in waits for it, opened or not. */}
        <HiddenNames bench={bench} />
        {isShown && (
          <>
            <h2>History</h2>
            <Entries bench={bench} />
          </>
        )}
      </div>
    </details>
  );
}

function Entries({ bench: { shared, isOpen } }: { bench: Bench }) {
  const text = useTextView(shared, (view) => view.text);
  const live = useQuietLive(api.projects.history, { pictures: true });
  if (live.status === "pending") return <Skeleton height="8rem" />;
  if (live.status === "error") return <p>The history could not be loaded.</p>;
  const entries = live.data ?? [];
  if (entries.length === 0) return <p>Nothing has changed yet.</p>;
  return (
    <ol className="stack gap-5">
      {entries.map((entry) => (
        <Entry key={entry._id} entry={entry} now={text} isOpen={isOpen} />
      ))}
    </ol>
  );
}

function Entry({
  entry,
  now,
  isOpen,
}: {
  entry: HistoryEntry;
  /** The description as it is now, which the history leaves out. */
  now: string;
  isOpen: boolean;
}) {
  const restore = useMutation(api.projects.restore);
  const { run, isPending } = useAction("Failed to restore");
  const { _id, by, field, kind, at, before, after, picture } = entry;
  const canRestore = field !== "pictures" || (kind === "removed" && picture);
  return (
    <li className={`stack gap-3 justify-items-start ${styles.entry}`}>
      <p>
        <strong>{by}</strong>
        <span>{` ${DEEDS[kind]} ${nameOf(field)}`}</span>
        <br />
        <time className="quiet text-s" dateTime={new Date(at).toISOString()}>
          {formatMoment(at)}
        </time>
      </p>
      {field === "pictures" ? (
        picture && (
          <StoredImage
            src={atDeployment(picture.thumbnail?.url ?? picture.url)}
            alt={picture.alt}
            width="160"
            className={pictures.picture}
          />
        )
      ) : kind === "set aside" ? (
        <Version text={before} field={field} />
      ) : (
        <div className={`stack gap-3 full ${styles.versions}`}>
          <Version name="Before" text={before} field={field} />
          <Version name="After" text={after ?? now} field={field} />
        </div>
      )}
      {isOpen && canRestore && (
        <Button
          tone="quiet"
          isPending={isPending}
          aria-label={`Bring back ${nameOf(field)} from before ${formatMoment(at)}`}
          onClick={() => void run(async () => restore({ entryId: _id }))}
        >
          Bring back
        </Button>
      )}
    </li>
  );
}

function Version({
  name,
  text,
  field,
}: {
  name?: string;
  text: string;
  field: ProjectField;
}) {
  const shown = field === "tracks" ? titlesOf(text) : text;
  return (
    <div className={`stack gap-1 min-w-0 ${styles.version}`}>
      {name !== undefined && <p className="quiet text-s">{name}</p>}
      <p className={styles.words}>{shown === "" ? "(empty)" : shown}</p>
    </div>
  );
}

/** The history stores track ids, one per line. */
function titlesOf(ids: string): string {
  return ids.split("\n").map(awardTitle).join("\n");
}

/** The label inside a sentence. */
function nameOf(part: ChangedPart): string {
  if (part === "pictures") return "a picture";
  return part === "builtWith"
    ? "what it was built with"
    : `the ${FIELD_LABELS[part].toLowerCase()}`;
}

const DEEDS = {
  edited: "changed",
  restored: "brought back",
  "set aside": "set aside a text for",
  removed: "removed",
} as const satisfies Record<HistoryEntry["kind"], string>;
