import { ConvexError } from "convex/values";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { signInSchema } from "#convex/signIn/shared";
import { guestWords } from "../../content/guests";
import { accountsOffered } from "../../content/visitors";
import { EmailField, useCarriedEmail } from "../../features/auth/auth-fields";
import { AuthForm, AuthScreen } from "../../features/auth/auth-screen";
import { ForgotPasswordRow } from "../../features/auth/forgot-password";
import { GoogleEntry } from "../../features/auth/google-entry";
import { signInByPassword } from "../../features/auth/password-sign-in";
import { useResetRequest } from "../../features/auth/use-reset-request";
import { notify } from "../../lib/notify";
import { findReturnAddress } from "../../lib/return-address";
import { rememberSession } from "../../lib/session/token-storage";
import { typedText } from "../../lib/forms/typed-text";
import { useForm } from "../../lib/forms/use-form";
import { useHydrated } from "../../lib/use-hydrated";
import { paths } from "../../paths";
import { ByPhase } from "../../ui/by-phase";
import { Submit } from "../../ui/submit";
import { Checkbox, PasswordField } from "../../ui/text-field";

const loginSchema = z.extend(signInSchema, { rememberMe: z.boolean() });

export function Component() {
  const carried = useCarriedEmail();
  const form = useLoginForm();
  const { formProps, errors, notice, isPending } = form;
  const reset = useResetRequest(form);
  const { ref } = formProps;
  return (
    <AuthScreen title="Login" lead={useLead()}>
      <AuthForm {...formProps}>
        <EmailField {...carried.field} error={errors.email} />
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
        <Submit
          size="large"
          notice={notice}
          isPending={isPending}
          awaited="Logging in"
        >
          LOGIN
        </Submit>
        <p className="soft text-s clear-links" data-when={accountsOffered}>
          New here?{" "}
          <Link to={paths.register} state={carried.state}>
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

/** Where a login leads whoever was led here from another page. */
const leads: Partial<Record<string, string>> = {
  [paths.find]: "Log in to find a team.",
  [paths.team]: "Log in to see your team.",
  [paths.project]: "Log in to work on your project.",
  [paths.account]: "Log in to change your account.",
};

function useLead(): ReactNode {
  const from = findReturnAddress(useLocation().state);
  // The prerendered HTML is for whoever comes by themselves.
  const isHydrated = useHydrated();
  const path = from?.split(/[?#]/u)[0] ?? "";
  return (isHydrated && leads[path]) || <ByPhase words={guestWords("login")} />;
}

/** The guard redirects once the deployment has confirmed the sign-in. */
function useLoginForm() {
  return useForm({
    schema: loginSchema,
    hasToasts: true,
    // Only a refusal can be about the credentials.
    failure: (error) =>
      error instanceof ConvexError
        ? "Failed to log in. Please check your credentials."
        : "Failed to log in. Please try again later.",
    fieldOf: {
      user_not_found: "email",
      no_password: "email",
      wrong_password: "password",
    },
    onSubmit: async ({ email, password, rememberMe }) => {
      rememberSession(rememberMe);
      await signInByPassword({ flow: "signIn", email, password });
      notify.success("Successfully logged in!");
    },
  });
}
