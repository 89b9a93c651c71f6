import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { TeamView } from "#convex/shared/teams";
import { notify } from "../../lib/notify";
import { useAction } from "../../lib/use-action";
import { Button } from "../../ui/button";
import { AskingButton } from "../../ui/confirmation";

const FAILURE = "Failed to change the team";

/** The leader's controls for the code: open or close the team, and replace the code. */
export function CodeTools({ team }: { team: TeamView }) {
  const edit = useMutation(api.teams.edit);
  const renew = useMutation(api.teams.renewCode);
  const { run, isPending } = useAction(FAILURE);
  return (
    <>
      <Button
        tone="quiet"
        isPending={isPending}
        onClick={() => void run(() => edit({ isOpen: !team.isOpen }))}
      >
        {team.isOpen ? "Close the team" : "Open the team"}
      </Button>
      <AskingButton
        label="New code"
        button={{ tone: "quiet" }}
        title="Make a new code?"
        text="The old code stops working at once, and with it every link and QR code that you have shared."
        confirm="Make a new code"
        failure={FAILURE}
        onConfirm={async () => {
          await renew({});
          notify.success("Your team has a new code");
        }}
      />
    </>
  );
}
