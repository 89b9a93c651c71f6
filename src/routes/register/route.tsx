import { useState } from "react";
import { Link } from "react-router-dom";
import { registerSchema } from "#convex/signIn/shared";
import { guestWords } from "../../content/guests";
import { accountsOffered } from "../../content/visitors";
import {
  EmailField,
  NewPasswordFields,
  useCarriedEmail,
} from "../../features/auth/auth-fields";
import { AuthForm, AuthScreen } from "../../features/auth/auth-screen";
import { GoogleEntry } from "../../features/auth/google-entry";
import { signInByPassword } from "../../features/auth/password-sign-in";
import { AcceptTerms } from "../../features/auth/terms-links";
import { PlayerPreview } from "../../features/team/player-card";
import { notify } from "../../lib/notify";
import { rememberSession } from "../../lib/session/token-storage";
import { useForm } from "../../lib/forms/use-form";
import { paths } from "../../paths";
import { Button, LinkButton } from "../../ui/button";
import { ByPhase } from "../../ui/by-phase";
import { Submit } from "../../ui/submit";
import { TextField } from "../../ui/text-field";

export function Component() {
  const carried = useCarriedEmail();
  const [name, setName] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const { formProps, errors, notice, isPending, isChecking } =
    useRegisterForm();
  return (
    <AuthScreen
      title="Create your account"
      lead={
        <>
          <ByPhase words={guestWords("account")} />{" "}
          <Link to={paths.projects} data-when="over">
            See what the teams built
          </Link>
        </>
      }
      aside={<PlayerPreview name={name} />}
    >
      {!isAsked && (
        <div data-when="live over" className="stack gap-4">
          <LinkButton
            to={paths.login}
            state={carried.state}
            tone="signal"
            size="large"
          >
            Log in
          </LinkButton>
          <Button tone="quiet" onClick={() => setIsAsked(true)}>
            Create an account all the same
          </Button>
        </div>
      )}
      <div
        className="stack gap-5"
        data-when={isAsked ? undefined : accountsOffered}
      >
        <AuthForm {...formProps}>
          <TextField
            label="Full name"
            name="name"
            autoComplete="name"
            error={errors.name}
            onChange={(event) => setName(event.target.value)}
          />
          <EmailField {...carried.field} error={errors.email} />
          <NewPasswordFields label="Password" errors={errors} />
          <AcceptTerms error={errors.acceptsTerms} />
          <Submit
            size="large"
            notice={notice}
            isPending={isPending}
            awaited={isChecking ? "Checking" : "Creating your account"}
          >
            {isChecking ? "CHECKING…" : "CREATE ACCOUNT"}
          </Submit>
          <p className="soft text-s clear-links">
            Already have an account?{" "}
            <Link to={paths.login} state={carried.state}>
              Log in
            </Link>
          </p>
        </AuthForm>
        <GoogleEntry purpose="register" isRemembered={() => true} />
      </div>
    </AuthScreen>
  );
}

/** The guard redirects to the dashboard once the deployment has confirmed the account. */
function useRegisterForm() {
  const [isChecking, setIsChecking] = useState(false);
  const form = useForm({
    schema: registerSchema,
    failure: "Failed to create account.",
    hasToasts: true,
    fieldOf: {
      email_in_use: "email",
      invalid_email: "email",
      weak_password: "password",
    },
    onSubmit: async ({ name, email, password }) => {
      rememberSession(true);
      const account = { flow: "signUp", name, email, password };
      await signInByPassword(account, setIsChecking);
      notify.success("Account created successfully!");
    },
  });
  return { ...form, isChecking };
}
