import { Link, useLocation } from "react-router-dom";
import { AuthForm } from "../../features/auth/auth-form";
import { AuthScreen } from "../../features/auth/auth-screen";
import { EventLines } from "../../features/auth/event-lines";
import { ForgotPasswordRow } from "../../features/auth/forgot-password";
import { GoogleEntry } from "../../features/auth/google-entry";
import { useResetRequest } from "../../features/auth/use-reset-request";
import { typedText } from "../../lib/typed-text";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { PendingNote } from "../../ui/pending-note";
import { Checkbox, PasswordField, TextField } from "../../ui/text-field";
import { useLoginForm } from "./use-login-form";

export function Component() {
  const { state } = useLocation();
  const form = useLoginForm();
  const { formProps, errors, notice, isPending } = form;
  const reset = useResetRequest(form);
  const { ref } = formProps;
  return (
    <AuthScreen
      title="Login"
      lead="Your team, your code and your progress are where you left them."
      aside={<EventLines />}
    >
      <AuthForm {...formProps}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          error={errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <ForgotPasswordRow
          stage={reset.stage}
          onForgot={() => void reset.request(typedText(ref.current, "email"))}
        >
          <Checkbox label="Remember me" name="rememberMe" defaultChecked />
        </ForgotPasswordRow>
        <FormNotice>{notice}</FormNotice>
        <Button
          type="submit"
          tone="signal"
          size="large"
          isWide
          isPending={isPending}
        >
          LOGIN
        </Button>
        <PendingNote isPending={isPending}>Logging in</PendingNote>
        <p>
          New here?{" "}
          <Link to={paths.register} state={state}>
            Create an account
          </Link>
        </p>
      </AuthForm>
      <GoogleEntry
        purpose="login"
        isRemembered={() => typedText(ref.current, "rememberMe") !== ""}
      />
    </AuthScreen>
  );
}
