import { useMutation } from "convex/react";
import { useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import type { Profile, TeamView } from "#convex/shared/validators";
import { useFarewell } from "../../features/auth/use-farewell";
import { consequenceOfLeaving } from "../../features/team/consequence-of-leaving";
import { useForm } from "../../lib/use-form";
import { useLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { DialogTrouble } from "../../ui/form-notice";
import { notify } from "../../ui/notify";
import { PendingNote } from "../../ui/pending-note";
import { Checkbox, TextField } from "../../ui/text-field";
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
        <DeleteForm selfId={profile._id} team={team} onKeep={close} />
      </Dialog>
    </>
  );
}

/** Says what is deleted, and asks for a word to be typed so that nobody deletes an account by mistake. */
function DeleteForm({
  selfId,
  team,
  onKeep,
}: {
  selfId: string;
  team: TeamView | null;
  onKeep: () => void;
}) {
  const remove = useMutation(api.account.remove);
  const farewell = useFarewell();
  const { formProps, errors, notice, isPending } = useForm({
    schema: deleteSchema,
    failure: FAILURE,
    onSubmit: async ({ alsoUnsubscribe = false }) => {
      await farewell(() => remove({ alsoUnsubscribe }));
      notify.success("Your account has been deleted");
    },
  });
  return (
    <form {...formProps} className={styles.setting}>
      <ul className={styles.consequences}>
        <li>
          Your profile and all your ways to sign in are deleted at once, and you
          are signed out everywhere. No one can bring them back.
        </li>
        {team && (
          <li>
            You leave {team.name}. {consequenceOfLeaving(team, selfId)}
          </li>
        )}
        <li>Messages you sent to the organisers stay with them.</li>
        <li>
          Two things are not undone: earlier backups keep a copy until they are
          deleted themselves, and email that was already sent stays sent.
        </li>
      </ul>
      <AlsoUnsubscribe />
      <TextField
        label={`Type ${CONFIRMATION} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.confirmation}
      />
      <DialogTrouble>{notice}</DialogTrouble>
      <DialogActions>
        <Button onClick={onKeep}>Keep my account</Button>
        <Button type="submit" tone="hot" isPending={isPending}>
          Delete for good
        </Button>
      </DialogActions>
      <PendingNote isPending={isPending}>Deleting your account</PendingNote>
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
