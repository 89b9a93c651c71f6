import { useMutation } from "convex/react";
import { useId, useState, type ReactNode } from "react";
import { api } from "#convex/_generated/api";
import { refusals } from "#convex/shared/errors";
import type { TeamView } from "#convex/shared/validators";
import { consequenceOfLeaving } from "../../features/team/consequence-of-leaving";
import { messageOf } from "../../lib/error-message";
import { notify } from "../../lib/notify";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import styles from "./team.module.css";

/**
 * Asks before leaving and says what follows; the safe answer has the focus. While team changes are closed, the button
 * is hidden, but an open dialog stays.
 */
export function LeaveTeam({
  team,
  selfId,
  areChangesOpen,
  children,
}: {
  team: TeamView;
  selfId: string | undefined;
  areChangesOpen: boolean;
  /** Controls beside the button. */
  children?: ReactNode;
}) {
  const reasonId = useId();
  const leave = useMutation(api.teams.leave);
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);

  async function leaveTeam() {
    notify.endErrors();
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
    <>
      {(areChangesOpen || isOpen) && (
        <div className={styles.ends}>
          <Button onClick={() => setIsOpen(true)} isDisabled={!areChangesOpen}>
            Leave Team
          </Button>
          {children}
        </div>
      )}
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
              isDisabled={!areChangesOpen}
              aria-describedby={areChangesOpen ? undefined : reasonId}
              onClick={() => void leaveTeam()}
            >
              Leave Team
            </Button>
          </>
        }
      >
        <p id={reasonId} aria-live="polite">
          {areChangesOpen
            ? consequenceOfLeaving(team, selfId)
            : refusals.team_changes_closed()}
        </p>
      </Dialog>
    </>
  );
}
