import { ExternalLinkButton, LinkButton } from "../../ui/button";
import { isOutward } from "../../ui/any-link";
import { Panel } from "../../ui/panel";
import { nextStepOf } from "./next-step-of";
import styles from "./next-step.module.css";

/** One sentence and the screen's one amber button. A live region: a teammate may change what comes next. */
export function NextStep(state: Parameters<typeof nextStepOf>[0]) {
  const { sentence, label, href } = nextStepOf(state);
  return (
    <div className={styles.plate}>
      <Panel isSignal aria-label="Your next step">
        <div className={styles.step}>
          <p aria-live="polite">{sentence}</p>
          {isOutward(href) ? (
            <ExternalLinkButton href={href} tone="signal">
              {label}
            </ExternalLinkButton>
          ) : (
            <LinkButton to={href} tone="signal">
              {label}
            </LinkButton>
          )}
        </div>
      </Panel>
    </div>
  );
}
