import { event } from "../../content/event";
import { isOver, useToday } from "../../lib/days";
import { formatMonthFirst } from "../../lib/format-date";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Panel } from "../../ui/panel";
import styles from "./dashboard.module.css";

export function Submissions({ isOpen }: { isOpen: boolean }) {
  const today = useToday();
  return (
    <Panel aria-labelledby="submissions">
      <div
        className={`stack gap-4 justify-items-start ${styles.empty}`}
        aria-live="polite"
      >
        <h2 id="submissions">
          {isOpen ? "No submissions yet" : "Submissions are closed"}
        </h2>
        {isOpen ? (
          <p>
            Submissions {isOver(event.firstDay, today) ? "opened" : "open"} on{" "}
            {formatMonthFirst(event.firstDay)}.
          </p>
        ) : (
          <p>
            Projects are no longer accepted. Write to the organisers if yours is
            missing.
          </p>
        )}
        {isOpen ? (
          <LinkButton to={paths.submissionGuide}>
            Read the submission guide
          </LinkButton>
        ) : (
          <LinkButton to={paths.contact}>Write to the organisers</LinkButton>
        )}
      </div>
    </Panel>
  );
}
