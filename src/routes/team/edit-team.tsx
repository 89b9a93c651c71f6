import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { editTeamSchema, type TeamView } from "#convex/teams/shared/teams";
import { notify } from "../../lib/notify";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { DialogTrouble } from "../../ui/form-notice";
import { PendingNote } from "../../ui/pending-note";
import { TextArea, TextField } from "../../ui/text-field";

/** The leader's form for name and description. Its button is elsewhere once team changes are closed. */
export function EditTeam({
  team,
  isOpen,
  onClose,
}: {
  team: TeamView;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Name and description">
      <EditForm team={team} onDone={onClose} />
    </Dialog>
  );
}

function EditForm({ team, onDone }: { team: TeamView; onDone: () => void }) {
  const edit = useMutation(api.teams.edit);
  const { formProps, field, notice, isPending, cancel } = useKeptForm({
    keptAs: `team ${team._id}`,
    schema: editTeamSchema,
    failure: "Failed to change the team",
    shows: team,
    onSubmit: async (change, _form, seen) => {
      const { name } = seen("name");
      const { description } = seen("description");
      await edit({ ...change, seen: { name, description } });
      notify.success("Team changed");
    },
    onDone,
    isOfStored: true,
  });
  return (
    <form {...formProps} className="stack gap-5">
      <TextField
        label="Team name"
        {...field("name")}
        defaultValue={team.name}
        autoComplete="off"
      />
      <TextArea
        label="Description"
        {...field("description")}
        defaultValue={team.description}
        isOptional
        rows={4}
      />
      <DialogTrouble>{notice}</DialogTrouble>
      <DialogActions>
        <Button onClick={cancel(onDone)}>Cancel</Button>
        <Button type="submit" tone="signal" isPending={isPending}>
          Save
        </Button>
      </DialogActions>
      <PendingNote isPending={isPending}>Saving your team</PendingNote>
    </form>
  );
}
