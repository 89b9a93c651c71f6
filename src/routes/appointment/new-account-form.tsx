import { useNavigate } from "react-router-dom";
import type { ShownInvitation } from "#convex/roles/shared";
import { registerSchema } from "#convex/signIn/shared";
import { NewPasswordFields } from "../../features/auth/auth-fields";
import { AuthForm } from "../../features/auth/auth-screen";
import { signInByPassword } from "../../features/auth/password-sign-in";
import { AcceptTerms } from "../../features/auth/terms-links";
import { notify } from "../../lib/notify";
import { signedIn } from "../../lib/session/session-store";
import { rememberSession } from "../../lib/session/token-storage";
import { useForm } from "../../lib/forms/use-form";
import { Submit } from "../../ui/submit";
import { TextField } from "../../ui/text-field";
import { homeOf, welcome } from "./words";

/** Makes the account of the invited address, or takes it over, and accepts. */
export function NewAccountForm({
  token,
  invitation: { email, role },
}: {
  token: string;
  invitation: ShownInvitation;
}) {
  const navigate = useNavigate();
  const { formProps, errors, field, notice, isPending } = useForm({
    schema: registerSchema,
    failure: "Failed to accept. Please try again.",
    fieldOf: { weak_password: "password" },
    onSubmit: async ({ name, password }) => {
      rememberSession(true);
      const flow = "acceptInvitation";
      await signInByPassword({ flow, token, email, name, password });
      await signedIn();
      notify.success(welcome(role));
      void navigate(homeOf(role), { replace: true });
    },
  });
  return (
    <AuthForm {...formProps}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <TextField label="Full name" {...field("name")} autoComplete="name" />
      <NewPasswordFields label="Password" errors={errors} />
      <AcceptTerms error={errors.acceptsTerms} />
      <Submit
        size="large"
        notice={notice}
        isPending={isPending}
        awaited="Accepting"
      >
        ACCEPT
      </Submit>
    </AuthForm>
  );
}
