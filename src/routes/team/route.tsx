import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { isHelper } from "#convex/platform/shared/roles";
import { HelperPage } from "../../features/next-step/helper-step";
import { NextStep } from "../../features/next-step/next-step";
import { NoTeam } from "../../features/next-step/no-team";
import { useNoTeamStep } from "../../features/next-step/use-moment";
import { useArriving } from "../../features/team/arriving";
import { TeamChoices } from "../../features/team/team-choices";
import { useSettings } from "../../lib/settings/live-settings";
import { useFocusOnChange } from "../../lib/focus/use-focus-on-change";
import { dataOf, useLive } from "../../lib/connection/use-live";
import { event } from "../../content/event";
import { inWords } from "../../lib/in-words";
import { paths } from "../../paths";
import { LoadFailure } from "../../ui/load-failure";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import { ChangeRequests } from "./change-requests";
import { TeamView } from "./team-view";
import { LeftTexts } from "../project/left-texts";
import styles from "./team.module.css";

const LOAD_FAILURE = "Failed to load team data";

export function Component() {
  const team = useLive(api.teams.mine, LOAD_FAILURE);
  const me = useLive(api.users.me, LOAD_FAILURE);
  const settings = useSettings();
  const isPending =
    team.status === "pending" ||
    me.status === "pending" ||
    settings === undefined;
  const areChangesOpen = settings?.teamChangesOpen ?? true;
  const self = dataOf(me) ?? undefined;
  const own = dataOf(team);
  const view = own === null ? "none" : "team";
  const content = useFocusOnChange(isPending ? "" : view);
  const hasOpenedLink = useArriving();
  const [wasAlone, setWasAlone] = useState(false);
  if (view === "none" && !wasAlone) setWasAlone(true);
  return (
    <div className="container">
      {self && <LeftTexts uid={self._id} />}
      <div ref={content} tabIndex={-1}>
        {isPending && <TeamSkeleton />}
        {team.status === "error" && (
          <LoadFailure isPage>{LOAD_FAILURE}</LoadFailure>
        )}
        {!isPending &&
          own === null &&
          (self && isHelper(self.role) ? (
            <HelperPage of={self.role} />
          ) : (
            <WithoutTeam />
          ))}
        {!isPending && own && (
          <TeamView
            team={own}
            me={self}
            areChangesOpen={areChangesOpen}
            isLive={settings.phase === "live"}
            isArriving={hasOpenedLink || wasAlone}
          />
        )}
      </div>
    </div>
  );
}

function WithoutTeam() {
  const noticeId = useId();
  const step = useNoTeamStep();
  if (step === undefined) return <TeamSkeleton />;
  const isOpen = step.href === paths.team;
  return (
    <div className="stack gap-5 page-padding">
      {isOpen && <NextStep team={null} at={paths.team} />}
      <div className="stack gap-4 min-w-0">
        <h1>{isOpen ? `Find your ${inWords(event.team.max)}` : "Your team"}</h1>
        {isOpen && (
          <>
            <p className="soft measure">
              You are not part of any team yet. Start one and share its code, or
              enter the code a teammate sent you.
            </p>
            <p className="soft measure">
              No one in mind? <Link to={paths.find}>Look for a team</Link> with
              a free slot.
            </p>
          </>
        )}
        <NoTeam id={noticeId} isShown={!isOpen} />
      </div>
      <ChangeRequests hasTeam={false} />
      <TeamChoices isOpen={isOpen} closedBy={noticeId} />
    </div>
  );
}

function TeamSkeleton() {
  return (
    <div className={`stack gap-3 ${styles.page}`}>
      <LoadingTitle>Loading your team</LoadingTitle>
      <Skeleton width="60%" height="var(--display-l)" />
      <Skeleton height="21rem" />
      <Skeleton height="6rem" />
    </div>
  );
}
