import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { AuthForm } from "../../features/auth/auth-form";
import { AuthScreen } from "../../features/auth/auth-screen";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { PendingNote } from "../../ui/pending-note";
import { Checkbox, PasswordField, TextField } from "../../ui/text-field";
import { PlayerPreview } from "./player-preview";
import { useRegisterForm } from "./use-register-form";

export function Component() {
  const { state } = useLocation();
  const [name, setName] = useState("");
  const { formProps, errors, isPending } = useRegisterForm();
  return (
    <AuthScreen
      title="Register"
      lead="One account, then a team of up to four. There is no registration fee."
      aside={<PlayerPreview name={name} />}
    >
      <AuthForm {...formProps}>
        <TextField
          label="Full name"
          name="name"
          autoComplete="name"
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
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
        <Checkbox
          label={<TermsLabel />}
          required
          name="acceptsTerms"
          error={errors.acceptsTerms}
        />
        <Button
          type="submit"
          tone="signal"
          size="large"
          isWide
          isPending={isPending}
        >
          CREATE ACCOUNT
        </Button>
        <PendingNote isPending={isPending}>Creating your account</PendingNote>
        <p>
          Already registered?{" "}
          <Link to={paths.login} state={state}>
            Login
          </Link>
        </p>
      </AuthForm>
    </AuthScreen>
  );
}

/** The links open beside the form, so that nothing typed is lost. */
function TermsLabel() {
  return (
    <>
      I accept the{" "}
      <DocumentLink to={paths.termsOfService}>Terms of Service</DocumentLink>,
      the <DocumentLink to={paths.privacyPolicy}>Privacy Policy</DocumentLink>{" "}
      and the{" "}
      <DocumentLink to={paths.codeOfConduct}>Code of Conduct</DocumentLink>
    </>
  );
}

function DocumentLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank">
      {children}
    </Link>
  );
}
