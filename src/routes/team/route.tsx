import { api } from "../../../convex/_generated/api";
import { useFocusOnChange } from "../../lib/use-focus-on-change";
import { useSettings } from "../../lib/settings/use-settings";
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
  const settings = useSettings();
  const isPending = team.status === "pending" || settings === undefined;
  const areChangesOpen = settings?.teamChangesOpen ?? true;
  const view =
    team.status === "success" && team.data === null ? "none" : "team";
  const content = useFocusOnChange(isPending ? "" : view);
  return (
    <Container>
      <div ref={content} tabIndex={-1}>
        {isPending && <TeamSkeleton />}
        {team.status === "error" && (
          <LoadFailure isPage>{LOAD_FAILURE}</LoadFailure>
        )}
        {!isPending && team.status === "success" && team.data === null && (
          <NoTeam areChangesOpen={areChangesOpen} />
        )}
        {!isPending && team.status === "success" && team.data !== null && (
          <TeamView
            team={team.data}
            selfId={me.status === "success" ? me.data?._id : undefined}
            areChangesOpen={areChangesOpen}
          />
        )}
      </div>
    </Container>
  );
}
