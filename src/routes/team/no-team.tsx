import { TeamChoices } from "../../features/team/team-choices";
import styles from "./team.module.css";

export function NoTeam({ areChangesOpen }: { areChangesOpen: boolean }) {
  return (
    <div className={styles.page}>
      <div className={styles.intro}>
        <h1>{areChangesOpen ? "Find your four" : "Your team"}</h1>
        <p className={styles.lead}>
          You are not part of any team yet.
          {areChangesOpen &&
            " Start one and share its code, or enter the code a teammate sent you."}
        </p>
      </div>
      <TeamChoices isOpen={areChangesOpen} />
    </div>
  );
}
