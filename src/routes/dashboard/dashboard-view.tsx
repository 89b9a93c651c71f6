import type { Profile, Settings, TeamView } from "#convex/shared/validators";
import { useAnnouncementNews } from "../../features/announcements/use-announcement-news";
import { LogoutButton } from "../../features/auth/logout-button";
import { NextStep } from "../../features/next-step/next-step";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { Tabs } from "../../ui/tabs";
import { LiveRegion } from "../../ui/visually-hidden";
import styles from "./dashboard.module.css";
import { Overview } from "./overview";
import { Resources } from "./resources";
import { Submissions } from "./submissions";
import { TeamTab } from "./team-tab";
import type { LiveContent } from "./use-live-content";

/** Longer names are set smaller, or they would fill the screen. */
const LONG_NAME = 28;

/** `team` is undefined if it failed to load, null if there is none. */
export function DashboardView({
  profile,
  team,
  settings: { teamChangesOpen, submissionsOpen },
  content,
}: {
  profile: Profile;
  team: TeamView | null | undefined;
  settings: Settings;
  content: LiveContent;
}) {
  const { announcements } = content;
  const news = useAnnouncementNews(
    announcements.status === "success" ? announcements.data : undefined,
  );
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
        <div className={styles.actions}>
          {profile.role === "organiser" && (
            <LinkButton to={paths.organiser}>Organiser area</LinkButton>
          )}
          <LinkButton to={paths.account}>Account</LinkButton>
          <LogoutButton />
        </div>
      </header>
      {team !== undefined && (
        <NextStep
          members={team?.members.length ?? 0}
          areChangesOpen={teamChangesOpen}
          hasRegisteredPlace={profile.hasRegisteredPlace}
        />
      )}
      <Tabs
        label="Dashboard"
        tabs={[
          {
            id: "overview",
            label: "Overview",
            content: (
              <Overview
                profile={profile}
                team={team}
                areChangesOpen={teamChangesOpen}
                content={content}
                newIds={news.newIds}
              />
            ),
          },
          {
            id: "team",
            label: "Team",
            content: (
              <TeamTab
                team={team}
                selfId={profile._id}
                areChangesOpen={teamChangesOpen}
              />
            ),
          },
          {
            id: "submissions",
            label: "Submissions",
            content: <Submissions isOpen={submissionsOpen} />,
          },
          {
            id: "resources",
            label: "Resources",
            content: <Resources live={content.resources} />,
          },
        ]}
      />
      <LiveRegion>{news.sentence}</LiveRegion>
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
