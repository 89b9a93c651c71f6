import { useMutation } from "convex/react";
import { useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { refuse } from "#convex/platform/shared/errors";
import { reasonSchema } from "#convex/listings/shared";
import type { ChangeKind } from "#convex/teams/shared/changeRequests";
import { changeKinds } from "../../features/team/change-words";
import { InviteCodeField } from "../../features/team/join-team-form";
import { notify } from "../../lib/notify";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { DialogTrouble } from "../../ui/form-notice";
import { Radio } from "../../ui/radio";
import { TextArea } from "../../ui/text-field";
import styles from "./change-requests.module.css";

const formSchema = z.extend(reasonSchema, {
  inviteCode: z._default(z.string(), ""),
});

/** Asks the organisers for a change, with a reason. */
export function RequestChange({
  isOpen,
  hasTeam,
  onClose,
}: {
  isOpen: boolean;
  hasTeam: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Request a change">
      <p className="soft measure">
        The organisers can still change a team, if you tell them why.
      </p>
      <ChangeForm hasTeam={hasTeam} onDone={onClose} />
    </Dialog>
  );
}

function ChangeForm({
  hasTeam,
  onDone,
}: {
  hasTeam: boolean;
  onDone: () => void;
}) {
  const send = useMutation(api.changeRequests.send);
  const kinds = changeKinds.filter(
    ({ needsTeam }) => needsTeam === null || needsTeam === hasTeam,
  );
  const [kind, setKind] = useState<ChangeKind>(hasTeam ? "leave" : "join");
  const needsCode = kinds.some(
    ({ value, needsCode: needs }) => value === kind && needs,
  );
  const { formProps, errors, field, notice, isPending, cancel } = useKeptForm({
    keptAs: "change request",
    schema: formSchema,
    failure: "Failed to send the request",
    fieldOf: { invalid_invite_code: "inviteCode" },
    onSubmit: async ({ reason, inviteCode }) => {
      const id = await send({ kind, reason, ...(needsCode && { inviteCode }) });
      if (id === null) refuse("invalid_invite_code");
      notify.success("Request sent");
    },
    onDone,
  });
  return (
    <form {...formProps} className="stack gap-4" aria-label="Request a change">
      <fieldset className={`stack gap-2 ${styles.kinds}`}>
        <legend className="text-s strong">What should change?</legend>
        {kinds.map(({ value, label }) => (
          <Radio
            key={value}
            name="kind"
            value={value}
            checked={kind === value}
            onChange={() => setKind(value)}
          >
            {label}
          </Radio>
        ))}
      </fieldset>
      {/* Hidden, not removed, so that a typed code is kept. */}
      <div hidden={!needsCode}>
        <InviteCodeField error={errors.inviteCode} />
      </div>
      <TextArea
        label="Why?"
        {...field("reason")}
        rows={4}
        hint="Only the organisers read this. Both teams see what they decide."
      />
      <DialogTrouble>{notice}</DialogTrouble>
      <DialogActions>
        <Button onClick={cancel(onDone)}>Cancel</Button>
        <Button type="submit" tone="signal" isPending={isPending}>
          Send the request
        </Button>
      </DialogActions>
    </form>
  );
}
