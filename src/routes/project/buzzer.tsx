import { useEffect, useState } from "react";
import type { Workbench } from "#convex/projects/shared/projects";
import { shownReceipt } from "#convex/platform/shared/text";
import { RECEIPT_ID } from "../../features/clock/receipt";
import { isSomebodyWriting } from "../../lib/focus/use-focus-on-change";
import styles from "./buzzer.module.css";

const LOUD_MS = 1_300;
const QUIET_MS = 3_000;

/**
 * The final buzzer: when a hand-in arrives, it is stamped over the page of who pressed, whose receipt is then in sight.
 * On the other pages, and for somebody who has gone on writing, the bar says so for a moment. The news say it to screen
 * readers.
 */
export function Buzzer({
  project: { receipt, handedInBy },
  isOwn,
}: {
  project: Workbench;
  /** It is this page that hands in. */
  isOwn: boolean;
}) {
  const [known, setKnown] = useState(receipt);
  const [played, setPlayed] = useState<{ receipt: number; isLoud: boolean }>();
  if (known !== receipt) {
    setKnown(receipt);
    if (receipt !== null)
      setPlayed({ receipt, isLoud: isOwn && !isSomebodyWriting() });
  }
  useEffect(() => {
    if (played === undefined) return undefined;
    if (played.isLoud) showReceipt();
    const timer = setTimeout(
      () => setPlayed(undefined),
      played.isLoud ? LOUD_MS : QUIET_MS,
    );
    return () => clearTimeout(timer);
  }, [played]);
  if (played === undefined) return null;
  const number = shownReceipt(played.receipt);
  return played.isLoud ? (
    <div className={`grid gap-4 ${styles.loud}`} aria-hidden="true">
      <p className={`upper ${styles.stamp}`}>Handed in</p>
      <p className={styles.number}>{number}</p>
    </div>
  ) : (
    <p
      className={`row gap-x-3 items-center ${styles.quiet}`}
      aria-hidden="true"
    >
      <strong>{`Handed in by ${handedInBy ?? "your team"}`}</strong>
      <span>{` ${number}`}</span>
    </p>
  );
}

function showReceipt() {
  const receipt = document.getElementById(RECEIPT_ID);
  receipt?.scrollIntoView({ block: "center" });
  receipt?.focus({ preventScroll: true });
}
