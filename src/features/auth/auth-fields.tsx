import { useState, type ComponentProps } from "react";
import { useLocation } from "react-router-dom";
import { PasswordField, TextField } from "../../ui/text-field";

type EmailProps = { error?: string } & Pick<
  ComponentProps<"input">,
  "defaultValue" | "onChange"
>;

export function EmailField(props: EmailProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      {...props}
    />
  );
}

/**
 * Carries the address that is typed on one screen to the next, by the history's state: an address does not belong into
 * a URL.
 * @param initial the address that the screen begins with, unless one is carried to it
 * @returns what its `EmailField` gets, and the state for its links
 */
export function useCarriedEmail(initial = "") {
  const { state } = useLocation() as { state: { email?: string } | null };
  const defaultValue = state?.email ?? initial;
  const [email, setEmail] = useState(defaultValue);
  const onChange: EmailProps["onChange"] = ({ currentTarget: { value } }) =>
    setEmail(value);
  return { field: { defaultValue, onChange }, state: { ...state, email } };
}

export function NewPasswordFields({
  label,
  errors,
}: {
  label: string;
  errors: { password?: string; confirmPassword?: string };
}) {
  return (
    <>
      <PasswordField
        label={label}
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
    </>
  );
}
