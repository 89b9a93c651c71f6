import { useId, type ReactNode } from "react";
import { closingCall } from "../content/closing-calls";
import { ByPhase } from "./by-phase";
import styles from "./call-band.module.css";
import { markDot, markPlates } from "./logo";
import { RegistrationCall } from "./registration-call";

/** The call to register at the end of a page, or its replacement. */
export function CallBand({
  call,
  second,
}: {
  /** The text while the registration is open. */
  call: { title: string; text: string };
  /** A second button. */
  second?: ReactNode;
}) {
  const id = useId();
  const { titles, texts } = closingCall(call);
  return (
    <section className={`plate grid gap-6 ${styles.band}`} aria-labelledby={id}>
      <div className={`plate-clip ${styles.clip}`}>
        <svg viewBox="0 0 64 64" className={styles.mark} aria-hidden="true">
          <path d={[...markPlates, markDot].join("")} />
        </svg>
      </div>
      <div className="stack gap-3">
        <h2 id={id} className="display-l">
          <ByPhase words={titles} />
        </h2>
        <p className="measure tight text-l">
          <ByPhase words={texts} />
        </p>
      </div>
      <div className={`row gap-3 ${styles.actions}`}>
        <RegistrationCall />
        {second !== undefined && (
          <div className={`stack ${styles.second}`}>{second}</div>
        )}
      </div>
    </section>
  );
}
