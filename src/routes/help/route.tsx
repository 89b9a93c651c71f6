import { api } from "#convex/_generated/api";
import { isHelper } from "#convex/platform/shared/roles";
import type { Me } from "#convex/account/shared";
import { HelperPage } from "../../features/next-step/helper-step";
import { NoTeam } from "../../features/next-step/no-team";
import { useFocusKept } from "../../lib/focus/use-focus-kept";
import { dataOf, useLive } from "../../lib/connection/use-live";
import { paths } from "../../paths";
import { LoadFailure } from "../../ui/load-failure";
import { HelperFrame } from "../dashboard/helper-frame";
import styles from "./help.css?url";
import { HelpPending } from "./pending";
import { Queue } from "./queue";
import { TeamHelp } from "./team-help";

const FAILURE = "Failed to load your profile data";

/** The time-out: teams ask, mentors and organisers come. */
export function Component() {
  const live = useLive(api.users.me, FAILURE);
  const me = dataOf(live);
  return (
    <div className="container">
      <link rel="stylesheet" href={styles} precedence="medium" />
      <div ref={useFocusKept()} tabIndex={-1} className="help stack gap-5">
        {live.status === "error" ? (
          <LoadFailure isPage>{FAILURE}</LoadFailure>
        ) : me ? (
          <View me={me} />
        ) : (
          <HelpPending />
        )}
      </div>
    </div>
  );
}

function View({ me: { role, teamId } }: { me: Me }) {
  if (role === "mentor")
    return (
      <HelperFrame at={paths.help}>
        <Queue role={role} />
      </HelperFrame>
    );
  if (role === "organiser") return <Queue role={role} />;
  if (isHelper(role)) return <HelperPage of={role} />;
  if (teamId !== null) return <TeamHelp key={teamId} />;
  return (
    <>
      <h1>Help is for teams</h1>
      <p className="soft measure">Mentors come to a team.</p>
      <NoTeam />
    </>
  );
}
