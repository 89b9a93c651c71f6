import { links } from "#edition/links";
import { preMeetup } from "../../content/opening";
import { formatDay } from "../../lib/time/format-date";
import { Button, ExternalLinkButton } from "../../ui/button";
import styles from "./pre-meetup-banner.module.css";
import { hidePreMeetup, useIsPreMeetupHidden } from "./pre-meetup-choice";

export function PreMeetupBanner() {
  if (useIsPreMeetupHidden()) return null;
  return (
    <section
      className={styles.banner}
      aria-label={preMeetup.title}
      data-part="banner"
    >
      <div className="container">
        <div className={`flex items-center justify-between ${styles.line}`}>
          <p className={`row items-baseline tight ${styles.words}`}>
            <strong className="signal-text small-headline upper">
              {preMeetup.title}
            </strong>
            <span className="text-s">{formatDay(preMeetup.date)}</span>
            <span className={styles.text}>{preMeetup.text}</span>
          </p>
          <div className={`flex ${styles.actions}`}>
            <ExternalLinkButton href={links.preMeetup}>
              REGISTER NOW
              <span className={styles.what}>for the pre-meetup</span>
            </ExternalLinkButton>
            <Button tone="quiet" onClick={hidePreMeetup}>
              HIDE
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
