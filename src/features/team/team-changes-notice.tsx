import { refusals } from "#convex/platform/shared/errors";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { WarningIcon } from "../../ui/tool-icons";
import { Panel } from "../../ui/panel";
import styles from "./team-changes-notice.module.css";

/**
 * Says that team changes are closed, with a link to the change requests. A live region, so that closing them is
 * announced on open pages.
 */
export function TeamChangesNotice({
  id,
  isOpen,
  note,
}: {
  /** For `aria-describedby` of disabled controls. */
  id?: string;
  isOpen: boolean;
  /** What follows from it on this page. */
  note?: string;
}) {
  return (
    <div aria-live="polite" className="no-room">
      {!isOpen && (
        <Panel>
          <div className="row gap-4 items-center justify-between">
            <div className={`flex gap-3 min-w-0 soft ${styles.words}`}>
              <WarningIcon />
              <div>
                <p id={id} className={`strong ${styles.reason}`}>
                  {refusals.team_changes_closed()}
                </p>
                {note !== undefined && <p>{note}</p>}
              </div>
            </div>
            <LinkButton to={paths.team}>Open the team page</LinkButton>
          </div>
        </Panel>
      )}
    </div>
  );
}
