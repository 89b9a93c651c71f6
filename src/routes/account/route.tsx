import { api } from "#convex/_generated/api";
import { dataOf, useLive } from "../../lib/connection/use-live";
import { LoadFailure } from "../../ui/load-failure";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import { AccountView } from "./account-view";

const PROFILE_FAILURE = "Failed to load your profile data";
const TEAM_FAILURE = "Failed to load team data";

export function Component() {
  const profile = useLive(api.users.me, PROFILE_FAILURE);
  const team = useLive(api.teams.mine, TEAM_FAILURE);
  const me = dataOf(profile);
  return (
    <div className="container">
      <div className="stack gap-5 page-padding">
        {profile.status === "pending" && <AccountSkeleton />}
        {profile.status === "error" && (
          <LoadFailure isPage>{PROFILE_FAILURE}</LoadFailure>
        )}
        {me && <AccountView profile={me} team={dataOf(team) ?? null} />}
      </div>
    </div>
  );
}

function AccountSkeleton() {
  return (
    <>
      <LoadingTitle>Loading your account</LoadingTitle>
      <Skeleton width="60%" height="var(--display-m)" />
      <Skeleton height="20rem" />
    </>
  );
}
