import { Navigate, useLocation } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { homeOf } from "../../features/next-step/standing";
import { isArrival } from "../../lib/arrival";
import { useSettings } from "../../lib/settings/live-settings";
import { dataOf, useLive } from "../../lib/connection/use-live";
import { LoadFailure } from "../../ui/load-failure";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import { LeftTexts } from "../project/left-texts";
import styles from "./dashboard.module.css";
import { DashboardView } from "./dashboard-view";
import { useLiveContent } from "./use-live-content";

const PROFILE_FAILURE = "Failed to load your profile data";
const TEAM_FAILURE = "Failed to load team data";

export function Component() {
  const profile = useLive(api.users.me, PROFILE_FAILURE);
  const team = useLive(api.teams.mine, TEAM_FAILURE);
  const settings = useSettings();
  const content = useLiveContent();
  const { state } = useLocation();
  const me = dataOf(profile);
  const home = me && homeOf(me.role, isArrival(state));
  if (home) return <Navigate to={home} replace />;
  const isPending =
    profile.status === "pending" ||
    team.status === "pending" ||
    settings === undefined;
  return (
    <div className="container">
      <div className={`stack gap-5 ${styles.page}`}>
        {isPending && <DashboardSkeleton />}
        {profile.status === "error" && (
          <LoadFailure isPage>{PROFILE_FAILURE}</LoadFailure>
        )}
        {!isPending && me && (
          <DashboardView
            profile={me}
            team={dataOf(team)}
            settings={settings}
            content={content}
          />
        )}
      </div>
      {me && <LeftTexts uid={me._id} />}
    </div>
  );
}

function DashboardSkeleton() {
  return (
    <>
      <LoadingTitle>Loading your dashboard</LoadingTitle>
      <Skeleton width="70%" height="calc(var(--display-l) * 2)" />
      <Skeleton height="8rem" />
      <Skeleton height="24rem" />
    </>
  );
}
