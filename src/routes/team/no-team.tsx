import { CreateTeamForm } from "../../features/team/create-team-form";
import { JoinTeamForm } from "../../features/team/join-team-form";
import { Panel } from "../../ui/panel";
import styles from "./team.module.css";

/** Two ways into a team, side by side. */
export function NoTeam() {
  return (
    <div className={styles.page}>
      <div className={styles.intro}>
        <h1>Find your four</h1>
        <p className={styles.lead}>
          You are not part of any team yet. Start one and share its code, or
          enter the code a teammate sent you.
        </p>
      </div>
      <div className={styles.choices}>
        <Panel>
          <CreateTeamForm />
        </Panel>
        <Panel>
          <JoinTeamForm />
        </Panel>
      </div>
    </div>
  );
}
