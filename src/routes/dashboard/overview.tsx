import type { Workbench } from "#convex/projects/shared/projects";
import type { Me } from "#convex/account/shared";
import type { Settings } from "#convex/settings/shared";
import type { TeamView } from "#convex/teams/shared/teams";
import { LoadFailure } from "../../ui/load-failure";
import { Announcements } from "./announcements";
import styles from "./dashboard.module.css";
import { PlaceCheck } from "./place-check";
import { progressOf } from "./progress";
import { QuickLinks } from "./quick-links";
import { ReadyCheck } from "./ready-check";
import { Upcoming } from "./upcoming";
import type { LiveContent } from "./use-live-content";

/** The first tab: the steps until the event begins, then what goes on. */
export function Overview({
  profile,
  takesPart,
  isPlaceNext,
  settings,
  team,
  project,
  content,
  newIds,
  onSeen,
}: {
  profile: Me;
  /** False for organisers without a team, who do not register a place or look for a team. */
  takesPart: boolean;
  /** Whether the next step, above, leads to the external registration. */
  isPlaceNext: boolean;
  settings: Settings;
  team: TeamView | null | undefined;
  /** The team's; null while it has none. */
  project: Workbench | null;
  content: LiveContent;
  /** The announcements that are new on this visit. */
  newIds: ReadonlySet<string>;
  onSeen: (announcementId: string) => void;
}) {
  const { phase } = settings;
  const hasBegun = phase === "live" || phase === "over";
  return (
    <div className="stack gap-5">
      {takesPart && team === undefined && (
        <LoadFailure>Failed to load team data</LoadFailure>
      )}
      {takesPart && !hasBegun && (
        <section className="stack gap-4" aria-labelledby="progress">
          <h2 id="progress">Registration progress</h2>
          <PlaceCheck me={profile} isNext={isPlaceNext} />
          <ReadyCheck
            steps={progressOf(profile, team?.members.length, project)}
          />
        </section>
      )}
      <div className={`stack gap-5 content-start ${styles.columns}`}>
        <Announcements
          live={content.announcements}
          phase={phase}
          newIds={newIds}
          onSeen={onSeen}
        />
        <div className="stack gap-4 content-start">
          <Upcoming live={content.schedule} isLive={phase === "live"} />
          <QuickLinks settings={settings} />
        </div>
      </div>
    </div>
  );
}
