import { useRef } from "react";
import { useResetRequest } from "../../features/auth/use-reset-request";
import { useRefusals } from "../../lib/use-refusals";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { PendingNote } from "../../ui/pending-note";

/** A new password by the same mail as for whoever has forgotten theirs: it proves that the address is theirs. */
export function PasswordLink({ email }: { email: string }) {
  const refusals = useRefusals(useRef(null));
  const { request, stage } = useResetRequest(refusals);
  const isPending = stage !== "idle";
  return (
    <>
      <FormNotice>{refusals.notice}</FormNotice>
      <Button isPending={isPending} onClick={() => void request(email)}>
        {stage === "checking" ? "Checking…" : "Send me the link"}
      </Button>
      <PendingNote isPending={isPending}>Sending the email</PendingNote>
    </>
  );
}
