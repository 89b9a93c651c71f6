import { Link, useLocation } from "react-router-dom";
import { AuthForm } from "../../features/auth/auth-form";
import { AuthScreen } from "../../features/auth/auth-screen";
import { EventLines } from "../../features/auth/event-lines";
import { sessionActions } from "../../lib/session/session-store";
import { rememberSession } from "../../lib/session/token-storage";
import { useForm } from "../../lib/use-form";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { notify } from "../../ui/notify";
import { PendingNote } from "../../ui/pending-note";
import { Checkbox, PasswordField, TextField } from "../../ui/text-field";
import { loginSchema } from "./login-schema";

export function Component() {
  const { state } = useLocation();
  const { formProps, errors, isPending } = useForm({
    schema: loginSchema,
    failure: "Failed to log in. Please check your credentials.",
    fieldOf: { user_not_found: "email", wrong_password: "password" },
    onSubmit: async ({ email, password, rememberMe }) => {
      rememberSession(rememberMe);
      const { signIn } = await sessionActions();
      await signIn("password", { flow: "signIn", email, password });
      notify.success("Successfully logged in!");
    },
  });
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
        <Checkbox label="Remember me" name="rememberMe" defaultChecked />
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
    </AuthScreen>
  );
}
