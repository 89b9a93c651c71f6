import { useNavigate } from "react-router-dom";
import {
  isAppError,
  type AppErrorData,
  type ErrorCode,
} from "#convex/platform/shared/errors";
import { chooseNewPasswordSchema } from "#convex/signIn/shared";
import { NewPasswordFields } from "../../features/auth/auth-fields";
import { AuthForm } from "../../features/auth/auth-screen";
import { signInByPassword } from "../../features/auth/password-sign-in";
import { arrival } from "../../lib/arrival";
import { addressAfterSignIn } from "../../lib/kept/kept-invitation";
import { notify } from "../../lib/notify";
import { endSession, signedIn } from "../../lib/session/session-store";
import { rememberSession } from "../../lib/session/token-storage";
import { useForm } from "../../lib/forms/use-form";
import { Submit } from "../../ui/submit";

const linkRefusals: ErrorCode[] = [
  "reset_link_invalid",
  "reset_link_expired",
  "reset_link_used",
];

/** Sets the password and signs in. If the link turns out to be refused, the page offers a new one. */
export function NewPasswordForm({
  token,
  email,
  onRefusedLink,
}: {
  token: string;
  email: string;
  onRefusedLink: (sentence: string) => void;
}) {
  const navigate = useNavigate();
  const { formProps, errors, notice, isPending } = useForm({
    schema: chooseNewPasswordSchema,
    failure: "Failed to reset your password. Please try again.",
    fieldOf: { weak_password: "password" },
    onSubmit: async ({ password }) => {
      // The reset ends the old session on the server, but the client would go on with it.
      if (!(await endSession())) return;
      rememberSession(true);
      const flow = "resetVerification";
      try {
        await signInByPassword({ flow, token, email, password });
      } catch (error) {
        if (isAppError(error) && isAboutLink(error.data)) {
          onRefusedLink(error.data.message);
        }
        throw error;
      }
      await signedIn();
      void navigate(addressAfterSignIn(), { replace: true, state: arrival });
      notify.success("Successfully logged in!");
    },
  });
  return (
    <AuthForm {...formProps}>
      {/* Lets password managers know the account. */}
      <input
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        hidden
      />
      <NewPasswordFields label="New password" errors={errors} />
      <Submit
        size="large"
        notice={notice}
        isPending={isPending}
        awaited="Setting your password"
      >
        SET PASSWORD
      </Submit>
    </AuthForm>
  );
}

function isAboutLink({ code }: AppErrorData): boolean {
  return linkRefusals.includes(code);
}
