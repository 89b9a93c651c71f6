import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { TeamView } from "../../../convex/shared/validators";
import { useFarewell } from "../../features/auth/use-farewell";
import { consequenceOfLeaving } from "../../features/team/consequence-of-leaving";
import { useForm } from "../../lib/use-form";
import { useLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { FormNotice } from "../../ui/form-notice";
import { notify } from "../../ui/notify";
import { PendingNote } from "../../ui/pending-note";
import { Checkbox, TextField } from "../../ui/text-field";
import styles from "./account.module.css";
import { CONFIRMATION, deleteSchema } from "./delete-schema";

const FAILURE = "Failed to delete your account";

/** Says what goes and what stays, and wants a word typed: one slip of a finger must not do it. */
export function DeleteForm({
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
          are signed out everywhere. Nobody can bring them back.
        </li>
        {team && (
          <li>
            You leave {team.name}. {consequenceOfLeaving(team, selfId)}
          </li>
        )}
        <li>Messages you sent to the organisers stay with them.</li>
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
      <FormNotice>{notice}</FormNotice>
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

/** Only for whoever is on the list, and only once the address is known to be theirs. */
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
