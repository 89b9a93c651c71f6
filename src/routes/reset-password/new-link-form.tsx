import { useRef, type FormEvent } from "react";
import { Link } from "react-router-dom";
import { AuthForm } from "../../features/auth/auth-screen";
import { useResetRequest } from "../../features/auth/use-reset-request";
import { typedText } from "../../lib/typed-text";
import { useRefusals } from "../../lib/use-refusals";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { PendingNote } from "../../ui/pending-note";
import { TextField } from "../../ui/text-field";

export function NewLinkForm({ email }: { email: string }) {
  const ref = useRef<HTMLFormElement>(null);
  const refusals = useRefusals(ref);
  const { request, stage } = useResetRequest(refusals);
  const isPending = stage !== "idle";

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void request(typedText(event.currentTarget, "email"));
  }

  return (
    <AuthForm ref={ref} onSubmit={onSubmit} noValidate data-ready="">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        error={refusals.errors.email}
      />
      <FormNotice>{refusals.notice}</FormNotice>
      <Button
        type="submit"
        tone="signal"
        size="large"
        isWide
        isPending={isPending}
      >
        {stage === "checking" ? "CHECKING…" : "SEND A NEW LINK"}
      </Button>
      <PendingNote isPending={isPending}>Sending the email</PendingNote>
      <p>
        Do you remember your password? <Link to={paths.login}>Log in</Link>
      </p>
    </AuthForm>
  );
}
