import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { without } from "../../../convex/shared/roster";
import type { TeamView } from "../../../convex/shared/validators";
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
        <p>{consequenceOf(team, selfId)}</p>
      </Dialog>
    </div>
  );
}

/** What happens to the team, from the rule that the server follows. */
function consequenceOf(team: TeamView, selfId: string | undefined): string {
  const self = team.members.find(({ uid }) => uid === selfId);
  if (self === undefined) return "Your slot will be free for somebody else.";
  const remaining = without(team.members, self.uid);
  if (remaining.length === 0) {
    return "You are the only member. The team and its invite code will be deleted.";
  }
  const leader = remaining.find(({ role }) => role === "leader");
  return self.role === "leader"
    ? `${leader?.name} will lead the team, and your slot will be free for somebody else.`
    : "Your slot will be free for somebody else. To come back you need the invite code.";
}
