import { formatMoment } from "../../lib/format-date";
import { CheckIcon } from "../../ui/icons";
import { Fitted } from "../../ui/fitted";
import styles from "./receipt.module.css";

/** What a hand-in leaves on every member's screen. */
export function Receipt({
  receipt,
  at,
  by,
  name,
  teamName,
  hasChanges,
}: {
  receipt: number;
  /** Milliseconds since the epoch. */
  at: number;
  by: string;
  name: string;
  teamName: string;
  hasChanges: boolean;
}) {
  return (
    <section
      key={receipt}
      className={`plate ${styles.receipt}`}
      aria-label="Receipt"
      aria-live="polite"
    >
      <span className={`lattice ${styles.lattice}`} />
      <p className={styles.stamp}>
        <CheckIcon /> Handed in
      </p>
      <p className={styles.number}>
        <span className={styles.label}>Receipt</span> {shownReceipt(receipt)}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Project</dt>
          <dd>
            <Fitted>{name}</Fitted>
          </dd>
        </div>
        <div>
          <dt>Team</dt>
          <dd>
            <Fitted>{teamName}</Fitted>
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{formatMoment(at)}</dd>
        </div>
        <div>
          <dt>By</dt>
          <dd>{by}</dd>
        </div>
      </dl>
      {hasChanges && (
        <p className={styles.changed}>
          Changed since. What was handed in counts until it is handed in again.
        </p>
      )}
    </section>
  );
}

/** "1234 5678", as it is read aloud. */
export function shownReceipt(receipt: number): string {
  return String(receipt).replace(/(\d{4})(?=\d)/gu, "$1 ");
}
