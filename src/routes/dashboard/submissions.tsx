import { event } from "../../content/event";
import { formatMonthFirst } from "../../lib/time/format-time";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Panel } from "../../ui/panel";

export function Submissions({ isOpen }: { isOpen: boolean }) {
  return (
    <Panel aria-labelledby="submissions">
      <div className="stack gap-4 justify-items-start" aria-live="polite">
        <h2 id="submissions">
          {isOpen ? "No submissions yet" : "Submissions are closed"}
        </h2>
        {isOpen ? (
          <p className="soft">
            Submissions open on {formatMonthFirst(event.firstDay)}.
          </p>
        ) : (
          <p className="soft">
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
