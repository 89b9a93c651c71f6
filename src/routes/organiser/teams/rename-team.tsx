import { renameTeamSchema } from "#convex/shared/teams";
import { useForm } from "../../../lib/use-form";
import { Button } from "../../../ui/button";
import { TextField } from "../../../ui/text-field";

/** The form for a new name; it only asks, so it keeps what was typed. */
export function RenameTeam({
  current,
  onRename,
}: {
  current: string;
  onRename: (name: string) => void;
}) {
  const { formProps, errors } = useForm({
    schema: renameTeamSchema,
    failure: "",
    onSubmit: async ({ name }) => onRename(name),
  });
  return (
    <form {...formProps} className="row gap-3 items-end org-mend-rename">
      <TextField
        label="Team name"
        name="name"
        autoComplete="off"
        defaultValue={current}
        error={errors.name}
      />
      <Button type="submit">Rename</Button>
    </form>
  );
}
