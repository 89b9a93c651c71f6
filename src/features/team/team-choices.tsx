import { Panel } from "../../ui/panel";
import { CreateTeamForm } from "./create-team-form";
import { JoinTeamForm } from "./join-team-form";
import styles from "./team-choices.module.css";

/** The two ways into a team, side by side. */
export function TeamChoices() {
  return (
    <div className={styles.choices}>
      <Panel>
        <CreateTeamForm />
      </Panel>
      <Panel>
        <JoinTeamForm />
      </Panel>
    </div>
  );
}
