import { event } from "../../content/event";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { LiveRegion } from "../../ui/visually-hidden";
import styles from "./projects.module.css";

const WORDS = "The projects are not public yet.";

/** Shown before organisers publish the gallery; the page changes by itself when they do. */
export function Unpublished() {
  return (
    <section
      className={`plate stack gap-5 justify-items-start content-start ${styles.unpublished}`}
    >
      <span className="lattice" />
      <h1 className="display-l">Projects</h1>
      <p className="measure soft text-l own-direction">
        {WORDS} Here will be what the teams of {event.edition} built, as soon as
        the organisers publish it. This page changes by itself when they do.
      </p>
      <div className="row gap-3 items-center">
        <LinkButton to={paths.landing} tone="signal">
          About the event
        </LinkButton>
        <LinkButton to={paths.submissionGuide}>Submission guide</LinkButton>
      </div>
      <LiveRegion>{WORDS}</LiveRegion>
    </section>
  );
}
