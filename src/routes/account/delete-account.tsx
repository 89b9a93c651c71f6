import { useMutation } from "convex/react";
import { useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import type { Profile } from "#convex/people/shared/people";
import type { TeamView } from "#convex/teams/shared/teams";
import { useFarewell } from "../../features/auth/use-farewell";
import {
  consequenceOfLeaving,
  isLastMember,
} from "../../features/team/consequence-of-leaving";
import { useProjectStatus } from "../../features/team/project-of-team";
import { notify } from "../../lib/notify";
import { useForm } from "../../lib/forms/use-form";
import { useLive } from "../../lib/connection/use-live";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Checkbox } from "../../ui/text-field";
import { TypedConfirmation } from "../../ui/typed-confirmation";
import styles from "./account.module.css";

const FAILURE = "Failed to delete your account";
const CONFIRMATION = "DELETE";

const deleteSchema = z.object({
  confirmation: z
    .string()
    .check(
      z.refine(
        (typed) => typed.trim() === CONFIRMATION,
        `Type ${CONFIRMATION} in capitals to confirm.`,
      ),
    ),
  alsoUnsubscribe: z.optional(z.boolean()),
});

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
        <DeleteForm
          selfId={profile._id}
          isJudge={profile.role === "judge"}
          team={team}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}

/** Says what is deleted, and asks for a word to be typed so that no one deletes an account by mistake. */
function DeleteForm({
  selfId,
  isJudge,
  team,
  onCancel,
}: {
  selfId: string;
  isJudge: boolean;
  team: TeamView | null;
  onCancel: () => void;
}) {
  const remove = useMutation(api.account.remove);
  const farewell = useFarewell(selfId);
  const project = useProjectStatus();
  const withProject =
    project === "draft" && team !== null && isLastMember(team, selfId);
  const { formProps, errors, notice, isPending } = useForm({
    schema: deleteSchema,
    failure: FAILURE,
    onSubmit: async ({ alsoUnsubscribe = false }) => {
      await farewell(() => remove({ alsoUnsubscribe, withProject }));
      notify.success("Your account has been deleted");
    },
  });
  return (
    <form {...formProps} className="stack gap-5">
      <ul className={`stack gap-3 soft ${styles.consequences}`}>
        <li>
          Your profile and all your ways to sign in are deleted at once, and you
          are signed out everywhere. No one can bring them back.
        </li>
        {team && (
          <li>
            {`You leave ${team.name}. ${consequenceOfLeaving(team, selfId, project)}`}
          </li>
        )}
        {project === "handed_in" && (
          <li>Your name is taken out of what your team has handed in.</li>
        )}
        {isJudge && (
          <li>
            Marks that you gave still count, without your name. Your notes are
            deleted.
          </li>
        )}
        <li>Messages you sent to the organisers stay with them.</li>
        <li>
          Three things are not undone: earlier backups keep a copy until they
          are deleted themselves, email that was already sent stays sent, and if
          an organiser changed something of yours, their log keeps your name.
        </li>
      </ul>
      <AlsoUnsubscribe />
      <TypedConfirmation
        word={CONFIRMATION}
        field={{
          name: "confirmation",
          error: errors.confirmation,
          autoCapitalize: "characters",
        }}
        trouble={notice}
        isPending={isPending}
        pendingNote="Deleting your account"
        onCancel={onCancel}
        confirm="Delete for good"
      />
    </form>
  );
}

/** Only for subscribers; the export lists a subscription only if the address is verified. */
function AlsoUnsubscribe() {
  const personalData = useLive(api.account.exportData, FAILURE);
  if (personalData.status !== "success") return null;
  if (!personalData.data?.subscription) return null;
  return (
    <Checkbox
      label="Take me off the Stay Updated list too"
      name="alsoUnsubscribe"
      defaultChecked
    />
  );
}
