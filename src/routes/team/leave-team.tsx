import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { TeamView } from "../../../convex/shared/validators";
import { consequenceOfLeaving } from "../../features/team/consequence-of-leaving";
import { messageOf } from "../../lib/error-message";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notify";

/** Leaving asks once, by name, and says what follows; the safe answer comes first. */
export function LeaveTeam({
  team,
  selfId,
}: {
  team: TeamView;
  selfId: string | undefined;
}) {
  const leave = useMutation(api.teams.leave);
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);

  async function leaveTeam() {
    setIsPending(true);
    try {
      await leave({});
      notify.success("Successfully left the team");
    } catch (error) {
      notify.error(messageOf(error, "Failed to leave team"));
      setIsPending(false);
      setIsOpen(false);
    }
  }

  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>Leave Team</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Leave ${team.name}?`}
        actions={
          <>
            <Button onClick={() => setIsOpen(false)}>Stay in the team</Button>
            <Button
              tone="hot"
              isPending={isPending}
              onClick={() => void leaveTeam()}
            >
              Leave Team
            </Button>
          </>
        }
      >
        <p>{consequenceOfLeaving(team, selfId)}</p>
      </Dialog>
    </div>
  );
}
