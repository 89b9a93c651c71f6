import type { Profile, TeamView } from "../../../convex/shared/validators";
import { links } from "../../content/links";
import { Roster } from "../../features/team/roster";
import { paths } from "../../paths";
import { ExternalLinkButton, LinkButton } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { Announcements } from "./announcements";
import styles from "./dashboard.module.css";
import { progressOf } from "./progress";
import { QuickLinks } from "./quick-links";
import { ReadyCheck } from "./ready-check";
import { UpcomingEvents } from "./upcoming-events";

export function Overview({
  profile,
  team,
}: {
  profile: Profile;
  team: TeamView | null | undefined;
}) {
  return (
    <div className={styles.overview}>
      <section className={styles.section} aria-labelledby="progress">
        <div className={styles.bar}>
          <h2 id="progress">Registration progress</h2>
          <ExternalLinkButton href={links.registration}>
            Complete registration
          </ExternalLinkButton>
        </div>
        <ReadyCheck steps={progressOf(profile)} />
      </section>
      <section className={styles.section} aria-labelledby="your-team">
        <div className={styles.bar}>
          <h2 id="your-team">Your team</h2>
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
      <div className={styles.columns}>
        <Announcements />
        <div className={styles.side}>
          <UpcomingEvents />
          <QuickLinks />
        </div>
      </div>
    </div>
  );
}
