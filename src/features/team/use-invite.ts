import { useState } from "react";
import type { TeamView } from "#convex/shared/teams";
import { inviteTextOf, type Inviting } from "./invite-words";

/** Which of the dialogs about an invitation is open. */
export type InviteDialog = "none" | "ways" | "qr";

/** Opens the system's share sheet; where there is none, opens `dialog` with other ways. */
export function useInvite(team: Inviting) {
  const [dialog, setDialog] = useState<InviteDialog>("none");

  async function share() {
    if (!canShare()) return setDialog("ways");
    try {
      await navigator.share({ text: inviteTextOf(team) });
    } catch (error) {
      const isDismissed =
        error instanceof DOMException && error.name === "AbortError";
      if (!isDismissed) setDialog("ways");
    }
  }

  return { share: () => void share(), dialog, setDialog };
}

/** Whether an invitation to this team can be accepted now. */
export function canInvite(
  team: Pick<TeamView, "isOpen">,
  areChangesOpen: boolean,
): boolean {
  return team.isOpen && areChangesOpen;
}

export type Invite = ReturnType<typeof useInvite>;

/** There is no share sheet without HTTPS, nor in some desktop browsers. */
function canShare(): boolean {
  return typeof navigator.share === "function";
}
