import { closingCall } from "../../content/closing-calls";
import { landing } from "../../content/landing";
import { ByPhase } from "../../ui/by-phase";
import { markDot, markPlates } from "../../ui/logo";
import { RegistrationCall } from "../../ui/registration-call";
import { Reveal } from "../../ui/reveal";
import { Deadline } from "./deadline";
import styles from "./final-call.module.css";

const { titles, texts } = closingCall(landing.finalCall);

export function FinalCall() {
  return (
    <Reveal
      className={`section-padding line-above ${styles.call}`}
      aria-labelledby="final-call"
      data-final-call
    >
      <div className="container">
        <div className={`stack gap-5 items-center ${styles.inner}`}>
          <OpenMark className={styles.mark} />
          <div
            className={`stack gap-5 justify-items-start ${styles.words}`}
            data-enter
          >
            <h2 id="final-call" className="display-l caps">
              <ByPhase words={titles} />
            </h2>
            <p>
              <ByPhase words={texts} />
              <Deadline />
            </p>
            <RegistrationCall toDashboard />
          </div>
        </div>
      </div>
    </Reveal>
  );
}

/** The mark with one of its four plates open. Decorative. */
function OpenMark({ className }: { className?: string | undefined }) {
  const [first, second, third, open] = markPlates;
  return (
    <svg
      viewBox="0 0 64 64"
      className={className}
      overflow="visible"
      aria-hidden="true"
    >
      <path d={[first, second, third].join("")} className={styles.taken} />
      <path d={open} className={styles.taken} data-when="over" />
      <path
        d={open}
        className={styles.open}
        data-open
        data-when="shown hidden closed live"
      />
      <path d={markDot} className={styles.dot} />
    </svg>
  );
}
