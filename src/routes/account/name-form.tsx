import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { renameSchema, type Profile } from "#convex/people/shared/people";
import { notify } from "../../lib/notify";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { PendingNote } from "../../ui/pending-note";
import { TextField } from "../../ui/text-field";

export function NameForm({
  profile,
  isMember,
}: {
  profile: Profile;
  /** Whether the person is in a team, or may come into one. */
  isMember: boolean;
}) {
  const rename = useMutation(api.users.rename);
  const { formProps, field, notice, isPending } = useKeptForm({
    keptAs: "name",
    schema: renameSchema,
    failure: "Failed to change your name",
    onSubmit: async (change) => {
      await rename(change);
      notify.success("Name changed");
    },
    isOfStored: true,
  });
  return (
    <form {...formProps} className="stack gap-5 full" aria-label="Your name">
      <TextField
        label="Display name"
        {...field("name")}
        hint={`${isMember ? "Teammates" : "The organisers"} see the new name at once.`}
        autoComplete="name"
        defaultValue={profile.displayName}
      />
      <FormNotice>{notice}</FormNotice>
      <div>
        <Button type="submit" tone="signal" isPending={isPending}>
          Save name
        </Button>
        <PendingNote isPending={isPending}>Saving your name</PendingNote>
      </div>
    </form>
  );
}
