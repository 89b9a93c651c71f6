import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { TeamView } from "#convex/teams/shared/teams";
import { counted } from "#convex/platform/shared/text";
import { notify } from "../../lib/notify";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { AskingButton } from "../../ui/confirmation";

const FAILURE = "Failed to change the team";

/** The leader's controls for the code: open or close the team, and replace the code. */
export function CodeTools({ team }: { team: TeamView }) {
  const edit = useMutation(api.teams.edit);
  const renew = useMutation(api.teams.renewCode);
  const requests = dataOf(useQuietLive(api.requests.mine, {})) ?? [];
  const open = requests.filter(({ outcome }) => outcome === null).length;
  return (
    <>
      <AskingButton
        label={team.isOpen ? "Close the team" : "Open the team"}
        button={{ tone: "quiet" }}
        isHarmless={!team.isOpen}
        title="Close the team?"
        text={`The code lets nobody in until you open the team again. What you show at Find a team disappears${open === 0 ? "" : `, and ${counted(open, "open request")} will end`}.`}
        confirm="Close it"
        failure={FAILURE}
        onConfirm={() => edit({ isOpen: !team.isOpen })}
      />
      <AskingButton
        label="New code"
        button={{ tone: "quiet" }}
        title="Make a new code?"
        text={`The old code stops working at once, and with it every link and QR code that you have shared. Your ${counted(team.members.length, "member")} stay in the team${open === 0 ? "" : `, and ${counted(open, "open request")} ${open === 1 ? "stays" : "stay"} open`}.`}
        confirm="Make a new code"
        failure={FAILURE}
        onConfirm={async () => {
          await renew({ seen: team.inviteCode });
          notify.success("Your team has a new code");
        }}
      />
    </>
  );
}
