import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import { refusals } from "#convex/platform/shared/errors";
import type { TeamView } from "#convex/teams/shared/teams";
import {
  consequenceOfLeaving,
  isLastMember,
} from "../../features/team/consequence-of-leaving";
import {
  useHandedInRefusal,
  useProjectStatus,
} from "../../features/team/project-of-team";
import { notify } from "../../lib/notify";
import { useAction } from "../../lib/forms/use-action";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";

/**
 * Asks before leaving and says what follows, or why it is impossible; the safe answer has the focus. While team changes
 * are closed, the button is hidden, but an open dialog stays.
 */
export function LeaveTeam({
  team,
  selfId,
  areChangesOpen,
}: {
  team: TeamView;
  selfId: string | undefined;
  areChangesOpen: boolean;
}) {
  const reasonId = useId();
  const leave = useMutation(api.teams.leave);
  const [isOpen, setIsOpen] = useState(false);
  const { run, isPending } = useAction("Failed to leave team");
  const project = useProjectStatus();
  const handedIn = useHandedInRefusal();
  const isLast = isLastMember(team, selfId);
  const refusal = !areChangesOpen
    ? refusals.team_changes_closed()
    : isLast && project === "handed_in"
      ? handedIn
      : null;

  async function leaveTeam() {
    const withProject = isLast && project === "draft";
    if (await run(() => leave({ withProject })))
      notify.success("Successfully left the team");
    else setIsOpen(false);
  }

  return (
    <>
      {(areChangesOpen || isOpen) && (
        <div className="screen-only">
          <Button onClick={() => setIsOpen(true)} isDisabled={!areChangesOpen}>
            Leave Team
          </Button>
        </div>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Leave ${team.name}?`}
        actions={
          <>
            <Button onClick={() => setIsOpen(false)}>
              {isPending ? "Close" : "Stay in the team"}
            </Button>
            <Button
              tone="hot"
              isPending={isPending}
              isDisabled={refusal !== null}
              aria-describedby={refusal === null ? undefined : reasonId}
              onClick={() => void leaveTeam()}
            >
              Leave Team
            </Button>
          </>
        }
      >
        <p id={reasonId} aria-live="polite">
          {refusal ?? consequenceOfLeaving(team, selfId, project)}
        </p>
      </Dialog>
    </>
  );
}
