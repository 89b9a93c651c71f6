import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { refuse } from "#convex/platform/shared/errors";
import { joinTeamSchema, tidyInviteCode } from "#convex/teams/shared/teams";
import { notify } from "../../lib/notify";
import { useForm } from "../../lib/forms/use-form";
import { Submit } from "../../ui/submit";
import { TextField } from "../../ui/text-field";

/** `closedBy` is the id of the text that says why the form is disabled. */
export function JoinTeamForm({ closedBy }: { closedBy?: string | undefined }) {
  const join = useMutation(api.teams.join);
  const { formProps, errors, notice, isPending } = useForm({
    schema: joinTeamSchema,
    failure: "Failed to join team",
    hasToasts: true,
    fieldOf: {
      invalid_invite_code: "inviteCode",
      team_full: "inviteCode",
      team_closed: "inviteCode",
    },
    onSubmit: async (code) => {
      if ((await join(code)) === null) refuse("invalid_invite_code");
      notify.success("Successfully joined team!");
    },
  });
  return (
    <form
      {...formProps}
      className="stack gap-5 content-start"
      aria-labelledby="join-team"
    >
      <h2 id="join-team">Join Existing Team</h2>
      <InviteCodeField error={errors.inviteCode} />
      <Submit
        {...{ notice, isPending }}
        awaited="Joining the team"
        isDisabled={closedBy !== undefined}
        aria-describedby={closedBy}
      >
        Join Team
      </Submit>
    </form>
  );
}

/** Codes are case-sensitive, so the field shows the case as typed, and only the code of what is pasted. */
export function InviteCodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Invite code"
      name="inviteCode"
      hint="Six capital letters and digits, exactly as your teammate sees them."
      error={error}
      onChange={({ currentTarget: code }) => {
        const tidied = tidyInviteCode(code.value);
        if (tidied !== code.value) code.value = tidied;
      }}
      isCode
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
