import { useNavigate } from "react-router-dom";
import {
  isAppError,
  type AppErrorData,
  type ErrorCode,
} from "../../../convex/shared/errors";
import { chooseNewPasswordSchema } from "../../../convex/shared/schemas";
import { AuthForm } from "../../features/auth/auth-form";
import {
  endSession,
  sessionActions,
  signedIn,
} from "../../lib/session/session-store";
import { rememberSession } from "../../lib/session/token-storage";
import { useForm } from "../../lib/use-form";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { notify } from "../../ui/notify";
import { PendingNote } from "../../ui/pending-note";
import { PasswordField } from "../../ui/text-field";

const linkRefusals: ErrorCode[] = [
  "reset_link_invalid",
  "reset_link_expired",
  "reset_link_used",
];

/** Ends a reset and signs in; a link that does not work any more is told, so that another one can be had. */
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
      // The reset ends it anyway; the client would go on with it all the same.
      await endSession();
      rememberSession(true);
      const { signIn } = await sessionActions();
      const reset = { flow: "resetVerification", token, password };
      try {
        await signIn("password", reset);
      } catch (error) {
        if (isAppError(error) && isAboutLink(error.data)) {
          onRefusedLink(error.data.message);
        }
        throw error;
      }
      await signedIn();
      void navigate(paths.dashboard, { replace: true });
      notify.success("Successfully logged in!");
    },
  });
  return (
    <AuthForm {...formProps}>
      {/* Tells password managers whose password it is. */}
      <input
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        hidden
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        error={errors.password}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
      <FormNotice>{notice}</FormNotice>
      <Button
        type="submit"
        tone="signal"
        size="large"
        isWide
        isPending={isPending}
      >
        SET PASSWORD
      </Button>
      <PendingNote isPending={isPending}>Setting your password</PendingNote>
    </AuthForm>
  );
}

function isAboutLink({ code }: AppErrorData): boolean {
  return linkRefusals.includes(code);
}
