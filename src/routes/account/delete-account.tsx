import { useState } from "react";
import type { Profile, TeamView } from "../../../convex/shared/validators";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { DeleteForm } from "./delete-form";

/** Asks once more, by name. */
export function DeleteAccount({
  profile,
  team,
}: {
  profile: Profile;
  team: TeamView | null;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Delete account</Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Delete the account of ${profile.displayName}?`}
      >
        <DeleteForm selfId={profile._id} team={team} onKeep={close} />
      </Dialog>
    </>
  );
}
