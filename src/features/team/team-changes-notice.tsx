import { refusals } from "../../../convex/shared/errors";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { WarningIcon } from "../../ui/icons";
import { Panel } from "../../ui/panel";
import styles from "./team-changes-notice.module.css";

/** Says that organisers have closed team changes, aloud too when they do so meanwhile; nothing while they are open. */
export function TeamChangesNotice({
  id,
  isOpen,
  note,
}: {
  /** So that controls can name it as the reason why they do nothing. */
  id?: string;
  isOpen: boolean;
  /** What it means where it stands. */
  note?: string;
}) {
  return (
    <div aria-live="polite" className={styles.region}>
      {!isOpen && (
        <Panel>
          <div className={styles.notice}>
            <div className={styles.words}>
              <WarningIcon />
              <div>
                <p id={id} className={styles.reason}>
                  {refusals.team_changes_closed()}
                </p>
                {note !== undefined && <p>{note}</p>}
              </div>
            </div>
            <LinkButton to={paths.contact}>Write to the organisers</LinkButton>
          </div>
        </Panel>
      )}
    </div>
  );
}
