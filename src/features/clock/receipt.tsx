import type { Workbench } from "#convex/projects/shared/projects";
import { shownReceipt } from "#convex/platform/shared/text";
import { formatMoment } from "../../lib/time/format-time";
import { CheckIcon } from "../../ui/tool-icons";
import { Fitted } from "../../ui/fitted";
import { Panel } from "../../ui/panel";
import styles from "./receipt.module.css";
import type { Elements } from "../../ui/elements";

/** Of the receipt on a page. */
export const RECEIPT_ID = "receipt";

/** The receipt of a hand-in, on every member's screen; nothing before the first. */
export function Receipt({
  project: {
    receipt,
    handedInAt,
    handedInBy,
    handedInName,
    hasChanges,
    changedSince,
    holds = [],
  },
  teamName,
  isOpen,
  children,
}: {
  project: Workbench;
  teamName: string;
  /** Whether it can be handed in again. */
  isOpen: boolean;
  children?: Elements;
}) {
  if (receipt === null || handedInAt === null) return null;
  const facts = {
    Project: <Fitted>{handedInName ?? ""}</Fitted>,
    Team: <Fitted>{teamName}</Fitted>,
    Time: formatMoment(handedInAt),
    By: handedInBy ?? "",
    Holds: holds.join(", "),
  };
  return (
    <Panel isSignal id={RECEIPT_ID} tabIndex={-1} aria-label="Receipt">
      <span className="lattice" />
      <div className="stack gap-4">
        <p className="flex gap-2 items-center signal-text upper headline">
          <CheckIcon /> Handed in
        </p>
        <p className={styles.number}>
          <span className={styles.label}>Receipt</span>
          <span>{` ${shownReceipt(receipt)}`}</span>
        </p>
        <dl className={`grid gap-4 ${styles.facts}`}>
          {Object.entries(facts).map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        {hasChanges && (
          <p className="hot-text">
            Changed since
            <span>
              {changedSince.length > 0 && `: ${changedSince.join(", ")}`}
            </span>
            .{" "}
            <span>
              {isOpen
                ? "What was handed in counts until it is handed in again."
                : "What was handed in counts, without these changes."}
            </span>
          </p>
        )}
        {children}
      </div>
    </Panel>
  );
}
