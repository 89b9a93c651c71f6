import { useId, useState } from "react";
import { Panel } from "../../ui/panel";
import { CreateTeamForm } from "./create-team-form";
import { JoinTeamForm } from "./join-team-form";
import { TeamChangesNotice } from "./team-changes-notice";
import styles from "./team-choices.module.css";

/** Hides the forms while team changes are closed; open forms stay, disabled, so that nothing typed is lost. */
export function TeamChoices({ isOpen }: { isOpen: boolean }) {
  const noticeId = useId();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const closedBy = isOpen ? undefined : noticeId;
  return (
    <div className={styles.whole}>
      <TeamChangesNotice
        id={noticeId}
        isOpen={isOpen}
        {...(wasOpen && {
          note: "What you typed stays here in case they open again.",
        })}
      />
      {wasOpen && (
        <div className={styles.choices}>
          <Panel>
            <CreateTeamForm closedBy={closedBy} />
          </Panel>
          <Panel>
            <JoinTeamForm closedBy={closedBy} />
          </Panel>
        </div>
      )}
    </div>
  );
}
