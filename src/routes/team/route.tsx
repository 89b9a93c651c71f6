import { api } from "../../../convex/_generated/api";
import { useFocusOnChange } from "../../lib/use-focus-on-change";
import { useLive } from "../../lib/use-live";
import { Container } from "../../ui/layout";
import { LoadFailure } from "../../ui/load-failure";
import { NoTeam } from "./no-team";
import { TeamSkeleton } from "./team-skeleton";
import { TeamView } from "./team-view";

const LOAD_FAILURE = "Failed to load team data";

export function Component() {
  const team = useLive(api.teams.mine, LOAD_FAILURE);
  const me = useLive(api.users.me, LOAD_FAILURE);
  const view =
    team.status === "success" && team.data === null ? "none" : "team";
  const content = useFocusOnChange(team.status === "pending" ? "" : view);
  return (
    <Container>
      <div ref={content} tabIndex={-1}>
        {team.status === "pending" && <TeamSkeleton />}
        {team.status === "error" && (
          <LoadFailure isPage>{LOAD_FAILURE}</LoadFailure>
        )}
        {team.status === "success" && team.data === null && <NoTeam />}
        {team.status === "success" && team.data !== null && (
          <TeamView
            team={team.data}
            selfId={me.status === "success" ? me.data?._id : undefined}
          />
        )}
      </div>
    </Container>
  );
}
