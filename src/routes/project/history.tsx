import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { FIELD_LABELS } from "#convex/shared/projectSchemas";
import type { HistoryEntry } from "#convex/shared/projectValidators";
import { formatMoment } from "../../lib/format-date";
import { useAction } from "../../lib/use-action";
import { useQuietLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import styles from "./project.module.css";

/** Who changed what, and a way back. It is asked for when it is opened. */
export function History({ isOpen }: { isOpen: boolean }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <details
      className={styles.history}
      onToggle={(event) => setIsShown(event.currentTarget.open)}
    >
      <summary>History</summary>
      {isShown && <Entries isOpen={isOpen} />}
    </details>
  );
}

function Entries({ isOpen }: { isOpen: boolean }) {
  const live = useQuietLive(api.projects.history, {});
  if (live.status === "pending") return <Skeleton height="8rem" />;
  if (live.status === "error") return <p>The history could not be loaded.</p>;
  const entries = live.data ?? [];
  if (entries.length === 0) return <p>Nothing has changed yet.</p>;
  return (
    <ol className={styles.entries}>
      {entries.map((entry) => (
        <Entry key={entry._id} entry={entry} isOpen={isOpen} />
      ))}
    </ol>
  );
}

function Entry({ entry, isOpen }: { entry: HistoryEntry; isOpen: boolean }) {
  const restore = useMutation(api.projects.restore);
  const { run, isPending } = useAction("Failed to restore");
  const { _id, by, field, kind, at, before, after } = entry;
  const label = FIELD_LABELS[field];
  return (
    <li className={styles.entry}>
      <p>
        <strong>{by}</strong> {DEEDS[kind]} {label.toLowerCase()}
        <br />
        <time className={styles.quiet} dateTime={new Date(at).toISOString()}>
          {formatMoment(at)}
        </time>
      </p>
      <div className={styles.versions}>
        <p>{before === "" ? "(empty)" : before}</p>
        {kind !== "set aside" && <p>{after === "" ? "(empty)" : after}</p>}
      </div>
      {isOpen && (
        <Button
          tone="quiet"
          isPending={isPending}
          aria-label={`Bring back ${label.toLowerCase()} from before ${formatMoment(at)}`}
          onClick={() => void run(async () => restore({ entryId: _id }))}
        >
          Bring back
        </Button>
      )}
    </li>
  );
}

const DEEDS = {
  edited: "changed the",
  restored: "brought back the",
  "set aside": "set aside a text for the",
} as const satisfies Record<HistoryEntry["kind"], string>;
