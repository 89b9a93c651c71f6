import { AnchorButton, ExternalLinkButton, LinkButton } from "../../ui/button";
import { useSettings } from "../../lib/settings/live-settings";
import { registrationStateOf } from "../../lib/settings/registration-state";
import { isOutward } from "../../ui/any-link";
import { Panel } from "../../ui/panel";
import { nextStepOf } from "./next-step-of";
import styles from "./next-step.module.css";

/**
 * One sentence and the screen's one amber button. A live region: a teammate or an organiser may change what comes next.
 */
export function NextStep(
  state: Omit<
    Parameters<typeof nextStepOf>[0],
    "registration" | "hasSubmissions"
  >,
) {
  const settings = useSettings();
  const registration = settings ? registrationStateOf(settings) : "shown";
  const { sentence, label, href } = nextStepOf({
    ...state,
    registration,
    hasSubmissions: settings?.submissionsOpenAt !== undefined,
  });
  return (
    <div className={styles.plate}>
      <Panel isSignal aria-label="Your next step">
        <div className={styles.step}>
          <p aria-live="polite">{sentence}</p>
          {isOutward(href) ? (
            <ExternalLinkButton href={href} tone="signal">
              {label}
            </ExternalLinkButton>
          ) : href.startsWith("#") ? (
            <AnchorButton href={href} tone="signal">
              {label}
            </AnchorButton>
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
