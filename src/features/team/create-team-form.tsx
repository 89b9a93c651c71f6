import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { createTeamSchema } from "#convex/teams/shared/teams";
import { notify } from "../../lib/notify";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { Submit } from "../../ui/submit";
import { TextArea, TextField } from "../../ui/text-field";

/** `closedBy` is the id of the text that says why the form is disabled. */
export function CreateTeamForm({
  closedBy,
}: {
  closedBy?: string | undefined;
}) {
  const create = useMutation(api.teams.create);
  const { formProps, field, notice, isPending } = useKeptForm({
    keptAs: "team",
    schema: createTeamSchema,
    failure: "Failed to create team",
    hasToasts: true,
    onSubmit: async (team) => {
      await create(team);
      notify.success("Team created successfully!");
    },
  });
  return (
    <form
      {...formProps}
      className="stack gap-5 content-start"
      aria-labelledby="create-team"
    >
      <h2 id="create-team">Create a New Team</h2>
      <TextField label="Team name" {...field("name")} autoComplete="off" />
      <TextArea
        label="Description"
        {...field("description")}
        isOptional
        rows={3}
      />
      <Submit
        {...{ notice, isPending }}
        awaited="Creating your team"
        isDisabled={closedBy !== undefined}
        aria-describedby={closedBy}
      >
        Create Team
      </Submit>
    </form>
  );
}
