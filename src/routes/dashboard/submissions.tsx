import { event } from "../../content/event";
import { formatDay } from "../../lib/format-date";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Panel } from "../../ui/panel";
import styles from "./dashboard.module.css";

export function Submissions() {
  return (
    <Panel aria-labelledby="submissions">
      <div className={styles.empty}>
        <h2 id="submissions">No submissions yet</h2>
        <p>Submissions open on {formatDay(event.firstDay)}.</p>
        <LinkButton to={paths.submissionGuide}>
          Read the submission guide
        </LinkButton>
      </div>
    </Panel>
  );
}
