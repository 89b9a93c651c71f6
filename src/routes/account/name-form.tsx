import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { renameSchema, type Profile } from "#convex/shared/people";
import { PlayerPreview } from "../../features/team/player-card";
import { notify } from "../../lib/notify";
import { useForm } from "../../lib/use-form";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { Panel } from "../../ui/panel";
import { PendingNote } from "../../ui/pending-note";
import { TextField } from "../../ui/text-field";
import styles from "./account.module.css";

/** The form for the name, with a preview of the card that teammates see. */
export function NameForm({
  profile,
  isMember,
}: {
  profile: Profile;
  /** Whether the person is in a team, or may come into one. */
  isMember: boolean;
}) {
  const rename = useMutation(api.users.rename);
  const [name, setName] = useState(profile.displayName);
  const { formProps, errors, notice, isPending } = useForm({
    schema: renameSchema,
    failure: "Failed to change your name",
    onSubmit: async (change) => {
      await rename(change);
      notify.success("Name changed");
    },
  });
  return (
    <Panel aria-labelledby="name">
      <div className={styles.identity}>
        <div>
          <form
            {...formProps}
            className={styles.setting}
            aria-labelledby="name"
          >
            <h2 id="name">Your name</h2>
            <TextField
              label="Display name"
              name="name"
              hint={`${isMember ? "Teammates" : "The organisers"} see the new name at once.`}
              autoComplete="name"
              defaultValue={profile.displayName}
              error={errors.name}
              onChange={(event) => setName(event.target.value)}
            />
            <FormNotice>{notice}</FormNotice>
            <Button type="submit" tone="signal" isPending={isPending}>
              Save name
            </Button>
            <PendingNote isPending={isPending}>Saving your name</PendingNote>
          </form>
          {isMember && (
            <PlayerPreview
              name={name}
              teamRole={profile.teamRole ?? "member"}
            />
          )}
        </div>
      </div>
    </Panel>
  );
}
