import type { Workbench } from "#convex/shared/projects";
import type { Profile } from "#convex/shared/people";
import type { TeamView } from "#convex/shared/teams";
import { Roster } from "../../features/team/roster";
import { TeamChangesNotice } from "../../features/team/team-changes-notice";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { Announcements } from "./announcements";
import styles from "./dashboard.module.css";
import { PlaceCheck } from "./place-check";
import { progressOf } from "./progress";
import { QuickLinks } from "./quick-links";
import { ReadyCheck } from "./ready-check";
import { Upcoming } from "./upcoming";
import type { LiveContent } from "./use-live-content";

export function Overview({
  profile,
  takesPart,
  team,
  areChangesOpen,
  project,
  content,
  newIds,
  onSeen,
}: {
  profile: Profile;
  /** False for judges and mentors, who do not register a place or look for a team. */
  takesPart: boolean;
  team: TeamView | null | undefined;
  areChangesOpen: boolean;
  /** The team's; null while it has none. */
  project: Workbench | null;
  content: LiveContent;
  /** The announcements that are new on this visit. */
  newIds: ReadonlySet<string>;
  onSeen: (announcementId: string) => void;
}) {
  return (
    <div className="stack gap-8">
      {takesPart && (
        <section className="stack gap-5" aria-labelledby="progress">
          <h2 id="progress">Registration progress</h2>
          <PlaceCheck isDone={profile.hasRegisteredPlace} />
          <ReadyCheck
            steps={progressOf(profile, team?.members.length, project)}
          />
        </section>
      )}
      {(takesPart || team !== null) && (
        <section className="stack gap-5" aria-labelledby="your-team">
          <div className="row gap-4 items-center justify-between">
            <h2 id="your-team">Your team</h2>
            {team !== null && (
              <LinkButton to={paths.team}>Open team</LinkButton>
            )}
            {team === null && areChangesOpen && (
              <>
                <LinkButton to={paths.team}>Create or join a team</LinkButton>
                <LinkButton to={paths.find} tone="quiet">
                  Find one
                </LinkButton>
              </>
            )}
          </div>
          <TeamChangesNotice isOpen={areChangesOpen} />
          {team === undefined ? (
            <LoadFailure>Failed to load team data</LoadFailure>
          ) : (
            <Roster members={team?.members ?? []} selfId={profile._id} />
          )}
        </section>
      )}
      <div className={`stack gap-7 content-start ${styles.columns}`}>
        <Announcements
          live={content.announcements}
          newIds={newIds}
          onSeen={onSeen}
        />
        <div className="stack gap-7 content-start">
          <Upcoming live={content.schedule} />
          <QuickLinks />
        </div>
      </div>
    </div>
  );
}
