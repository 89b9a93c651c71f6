import { useQuery_experimental } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { Announcement } from "#convex/shared/content";
import { isHelper, type Me } from "#convex/shared/people";
import type { Workbench } from "#convex/shared/projects";
import type { Settings } from "#convex/shared/settings";
import type { TeamView } from "#convex/shared/teams";
import { useNews } from "../../features/announcements/announcement-news";
import { LogoutButton } from "../../features/auth/logout-button";
import { HelperStep } from "../../features/next-step/helper-step";
import { NextStep } from "../../features/next-step/next-step";
import { PublishedResults } from "../../features/results/published-results";
import { paths } from "../../paths";
import { useMedia } from "../../lib/use-media";
import { LinkButton } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { Tabs } from "../../ui/tabs";
import styles from "./dashboard.module.css";
import { NewsStrip } from "./news-strip";
import { Overview } from "./overview";
import { ProjectTab } from "./project-tab";
import { ProfileOffer } from "./profile-offer";
import { Resources } from "./resources";
import { Submissions } from "./submissions";
import { TeamTab } from "./team-tab";
import type { LiveContent } from "./use-live-content";

/** Longer names are set smaller, or they would fill the screen. */
const LONG_NAME = 28;

/** On narrower screens, controls that are seldom needed are at the end. */
const WIDE = "(min-width: 48rem)";

/** `team` is undefined if it failed to load, null if there is none. */
export function DashboardView({
  profile,
  team,
  settings: { teamChangesOpen, submissionsOpen, submissionsOpenAt },
  content,
}: {
  profile: Me;
  team: TeamView | null | undefined;
  settings: Settings;
  content: LiveContent;
}) {
  const { unseen, markSeen } = useNews();
  const newIds = useNewOnThisVisit(unseen);
  const isWide = useMedia(WIDE);
  const helperRole = isHelper(profile.role) ? profile.role : null;
  const takesPart = helperRole === null;
  // A helper may have been in a team before, or an organiser has added them.
  const hasTeamTabs = takesPart || profile.teamId !== null;
  // An organiser without a team needs none.
  const needsTeam = takesPart && profile.role !== "organiser";
  const project = useProject(submissionsOpenAt !== undefined);
  const account = (
    <>
      <LinkButton to={paths.account}>Account</LinkButton>
      <LogoutButton />
    </>
  );
  return (
    <>
      <header className="row gap-5 items-end justify-between">
        <div className={`stack gap-4 min-w-0 ${styles.welcome}`}>
          <h1
            className={
              profile.displayName.length > LONG_NAME ? "display-m" : "display-l"
            }
          >
            <span className={styles.greeting}>Welcome,</span>{" "}
            <Fitted>{profile.displayName}</Fitted>
          </h1>
          {takesPart && team !== undefined && <TeamLine team={team} />}
          {helperRole && <p className={styles.line}>{titles[helperRole]}</p>}
        </div>
        <div className="row gap-3">
          {profile.role === "organiser" && (
            <LinkButton to={paths.organiser}>Organiser area</LinkButton>
          )}
          {isWide && account}
        </div>
      </header>
      {team !== undefined && (team !== null ? takesPart : needsTeam) && (
        <NextStep team={team} />
      )}
      {helperRole && <HelperStep role={helperRole} isOnDashboard />}
      <PublishedResults teamId={profile.teamId} />
      <NewsStrip unseen={unseen} />
      {takesPart && <ProfileOffer profile={profile} />}
      <Tabs
        label="Dashboard"
        tabs={[
          {
            id: "overview",
            label: "Overview",
            content: (
              <Overview
                profile={profile}
                takesPart={takesPart}
                team={team}
                areChangesOpen={teamChangesOpen}
                project={project}
                content={content}
                newIds={newIds}
                onSeen={markSeen}
              />
            ),
          },
          ...(hasTeamTabs
            ? [
                {
                  id: "team",
                  label: "Team",
                  waiting: teamChangesOpen
                    ? profile.requests.askedBy.length
                    : 0,
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
                  content:
                    submissionsOpenAt === undefined ? (
                      <Submissions isOpen={submissionsOpen} />
                    ) : (
                      <ProjectTab team={team ?? null} project={project} />
                    ),
                },
              ]
            : []),
          {
            id: "resources",
            label: "Resources",
            content: <Resources live={content.resources} />,
          },
        ]}
      />
      {!isWide && <div className="row gap-3">{account}</div>}
    </>
  );
}

const titles = { judge: "Judge", mentor: "Mentor" } as const;

/**
 * The team's project; null if it has none, and while it loads.
 * @param isAsked false while no organiser has set when submissions open: then nothing is queried
 */
function useProject(isAsked: boolean): Workbench | null {
  const live = useQuery_experimental({
    query: api.projects.workbench,
    args: isAsked ? {} : "skip",
  });
  return live.status === "success" ? live.data : null;
}

/**
 * The ids of all announcements that were new on this visit: seen ones keep their mark and place until the page is left.
 */
function useNewOnThisVisit(
  unseen: readonly Announcement[],
): ReadonlySet<string> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  if (unseen.some(({ _id }) => !ids.has(_id))) {
    setIds(new Set([...ids, ...unseen.map(({ _id }) => _id)]));
  }
  return ids;
}

function TeamLine({ team }: { team: TeamView | null }) {
  if (team === null) {
    return (
      <p className={styles.line} aria-live="polite">
        You are not part of any team yet
      </p>
    );
  }
  return (
    <p className={styles.line} aria-live="polite">
      Team{" "}
      <strong>
        <Fitted>{team.name}</Fitted>
      </strong>
    </p>
  );
}
