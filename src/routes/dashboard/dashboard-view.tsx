import { useQuery_experimental } from "convex/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { Announcement } from "#convex/content/shared/content";
import type { Me } from "#convex/account/shared";
import type { Workbench } from "#convex/projects/shared/projects";
import type { Settings } from "#convex/settings/shared";
import type { TeamView } from "#convex/teams/shared/teams";
import { links } from "#edition/links";
import { useNews } from "../../features/announcements/announcement-news";
import { DeskStep, HelperStep } from "../../features/next-step/helper-step";
import { NextStep } from "../../features/next-step/next-step";
import { requestsToAnswer } from "../../features/next-step/request-news";
import { JudgesHere } from "../../features/results/judges-here";
import { PublishedResults } from "../../features/results/published-results";
import { dataOf } from "../../lib/connection/use-live";
import { paths } from "../../paths";
import { Fitted } from "../../ui/fitted";
import { classNames } from "../../ui/class-names";
import { Tabs } from "../../ui/tabs";
import { written } from "../../ui/written";
import styles from "./dashboard.module.css";
import { NewsStrip } from "./news-strip";
import { NowAndNext } from "./now-and-next";
import { Overview } from "./overview";
import { ProjectTab } from "./project-tab";
import { Resources } from "./resources";
import { Submissions } from "./submissions";
import { LogoutButton } from "../../features/auth/logout-button";
import { TeamTab } from "./team-tab";
import type { LiveContent } from "./use-live-content";

/** Longer names have a line of their own. */
const LONG_NAME = 28;

/** `team` is undefined if it failed to load, null if there is none. */
export function DashboardView({
  profile,
  team,
  settings,
  content,
}: {
  profile: Me;
  team: TeamView | null | undefined;
  settings: Settings;
  content: LiveContent;
}) {
  const { phase, teamChangesOpen, submissionsOpen, submissionsOpenAt } =
    settings;
  const { unseen, markSeen } = useNews();
  const newIds = useNewOnThisVisit(unseen);
  // Judges and mentors are led to their work. Organisers who are in a team take part.
  const takesPart = profile.role !== "organiser" || profile.teamId !== null;
  const project = useProject(submissionsOpenAt !== undefined);
  /** @param href where the next step leads */
  const below = (href?: string) => (
    <>
      {profile.isDeskHelper && <DeskStep />}
      {profile.teamId !== null && <JudgesHere />}
      <PublishedResults teamId={profile.teamId} />
      <NewsStrip unseen={unseen} />
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
                isPlaceNext={href === links.registration}
                settings={settings}
                team={team}
                project={project}
                content={content}
                newIds={newIds}
                onSeen={markSeen}
              />
            ),
          },
          ...(takesPart
            ? [
                {
                  id: "team",
                  label: "Team",
                  waiting: requestsToAnswer(profile, settings),
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
    </>
  );
  return (
    <>
      <header>
        <h1
          className={classNames(
            "row items-baseline display-s",
            styles.welcome,
            profile.displayName.length > LONG_NAME && styles.long,
          )}
        >
          <span className="quiet">Welcome,</span>{" "}
          <Fitted>{profile.displayName}</Fitted>
        </h1>
        <div className="row gap-x-5 items-center justify-between">
          {takesPart && team !== undefined && <TeamLine team={team} />}
          {!takesPart && <p className="soft">Organiser</p>}
          <div className="flex gap-4 items-center">
            <Link to={paths.account} className="flex target items-center">
              Account
            </Link>
            {takesPart && (
              <Link to={paths.pass} className="flex target items-center">
                {phase === "over" ? "Certificate" : "Pass"}
              </Link>
            )}
            <LogoutButton />
          </div>
        </div>
      </header>
      {phase === "live" && <NowAndNext live={content.schedule} />}
      {!takesPart && <HelperStep of="organiser" />}
      {team !== undefined && takesPart ? (
        <NextStep team={team}>{below}</NextStep>
      ) : (
        below()
      )}
    </>
  );
}

/**
 * The team's project; null if it has none, and while it loads.
 * @param isAsked false while no organiser has set when submissions open: then nothing is queried
 */
function useProject(isAsked: boolean): Workbench | null {
  const query = api.projects.workbench;
  const args = isAsked ? {} : "skip";
  return dataOf(useQuery_experimental({ query, args })) ?? null;
}

/**
 * The ids of all announcements that were new on this visit: seen ones keep their mark and place until the page is left.
 */
export function useNewOnThisVisit(unseen: readonly Announcement[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  if (unseen.some(({ _id }) => !ids.has(_id))) {
    setIds(new Set([...ids, ...unseen.map(({ _id }) => _id)]));
  }
  return ids;
}

function TeamLine({ team }: { team: TeamView | null }) {
  return (
    <p className={`soft ${styles.line}`} aria-live="polite">
      {team === null ? (
        "You are not part of any team yet"
      ) : (
        <>
          <span>Team </span>
          <strong {...written(team.name)}>{team.name}</strong>
        </>
      )}
    </p>
  );
}
