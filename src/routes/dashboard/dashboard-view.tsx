import type { Profile, TeamView } from "../../../convex/shared/validators";
import { Roster } from "../../features/team/roster";
import { LogoutButton } from "../../layouts/logout-button";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { LoadFailure } from "../../ui/load-failure";
import styles from "./dashboard.module.css";
import { progressOf } from "./progress";
import { ReadyCheck } from "./ready-check";

/** From here on a name is set smaller, or it would fill the screen alone. */
const LONG_NAME = 28;

/** `team` is undefined when it could not be loaded, null when there is none. */
export function DashboardView({
  profile,
  team,
}: {
  profile: Profile;
  team: TeamView | null | undefined;
}) {
  return (
    <>
      <header className={styles.header}>
        <div className={styles.welcome}>
          <h1
            className={classNames(
              styles.name,
              profile.displayName.length > LONG_NAME && styles.longName,
            )}
          >
            <span className={styles.greeting}>Welcome,</span>{" "}
            {profile.displayName}
          </h1>
          {team !== undefined && <TeamLine team={team} />}
        </div>
        <LogoutButton />
      </header>
      <section className={styles.section} aria-labelledby="progress">
        <h2 id="progress">Registration progress</h2>
        <ReadyCheck steps={progressOf(profile)} />
      </section>
      <section className={styles.section} aria-labelledby="team">
        <div className={styles.bar}>
          <h2 id="team">Your team</h2>
          <LinkButton to={paths.team} tone={team ? "outline" : "signal"}>
            {team ? "Open team" : "Create or join a team"}
          </LinkButton>
        </div>
        {team === undefined ? (
          <LoadFailure>Failed to load team data</LoadFailure>
        ) : (
          <Roster members={team?.members ?? []} selfId={profile._id} />
        )}
      </section>
    </>
  );
}

function TeamLine({ team }: { team: TeamView | null }) {
  if (team === null) {
    return <p className={styles.line}>You are not part of any team yet</p>;
  }
  return (
    <p className={styles.line}>
      Team <strong>{team.name}</strong>
    </p>
  );
}
