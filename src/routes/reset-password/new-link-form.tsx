import { useRef, type FormEvent } from "react";
import { Link } from "react-router-dom";
import { EmailField, useCarriedEmail } from "../../features/auth/auth-fields";
import { AuthForm } from "../../features/auth/auth-screen";
import { useResetRequest } from "../../features/auth/use-reset-request";
import { typedText } from "../../lib/forms/typed-text";
import { useRefusals } from "../../lib/forms/use-refusals";
import { paths } from "../../paths";
import { Submit } from "../../ui/submit";

export function NewLinkForm({ email }: { email: string }) {
  const ref = useRef<HTMLFormElement>(null);
  const refusals = useRefusals(ref);
  const { request, stage } = useResetRequest(refusals);
  const carried = useCarriedEmail(email);
  const isPending = stage !== "idle";

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void request(typedText(event.currentTarget, "email"));
  }

  return (
    <AuthForm ref={ref} onSubmit={onSubmit} noValidate data-ready="">
      <EmailField {...carried.field} error={refusals.errors.email} />
      <Submit
        size="large"
        notice={refusals.notice}
        isPending={isPending}
        awaited="Sending the email"
      >
        {stage === "checking" ? "CHECKING…" : "SEND A NEW LINK"}
      </Submit>
      <p className="soft text-s clear-links">
        Do you remember your password?{" "}
        <Link to={paths.login} state={carried.state}>
          Log in
        </Link>
      </p>
    </AuthForm>
  );
}
