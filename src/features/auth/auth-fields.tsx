import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { PendingNote } from "../../ui/pending-note";
import { PasswordField, TextField } from "../../ui/text-field";

export function EmailField(props: { error?: string; defaultValue?: string }) {
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

/** The button that sends the form, below what was refused. `awaited` tells screen readers what is under way. */
export function Submit({
  notice,
  isPending,
  awaited,
  children,
}: {
  notice: string | undefined;
  isPending: boolean;
  awaited: string;
  children: ReactNode;
}) {
  return (
    <>
      <FormNotice>{notice}</FormNotice>
      <Button
        type="submit"
        tone="signal"
        size="large"
        isWide
        isPending={isPending}
      >
        {children}
      </Button>
      <PendingNote isPending={isPending}>{awaited}</PendingNote>
    </>
  );
}
