/** The mail with a reset link. */
import { facts } from "#edition/facts";
import { mailOf } from "../platform/mail";

type ResetMailFacts = {
  to: string;
  /** How the mail addresses its reader; null if by no name. */
  name: string | null;
  hasPassword: boolean;
  link: string;
};

/** Composes the mail. */
export function resetMail({ to, name, hasPassword, link }: ResetMailFacts) {
  const { subject, reason, button } = hasPassword ? AGAIN : FIRST;
  return mailOf(to, {
    subject,
    paragraphs: [name === null ? "Hello," : `Hello ${name},`, reason],
    button: { words: button, link },
    notes: [VALIDITY, IF_NOT_YOU],
  });
}

const AGAIN = {
  subject: `Reset your ${facts.edition} password`,
  reason: "We got a request to reset your password.",
  button: "Choose a new password",
};

const FIRST = {
  subject: `You sign in to ${facts.edition} with Google`,
  reason:
    "We got a request to reset your password. Your account has none: you sign in with Google, and can continue to do so. If you would like a password as well, choose one here.",
  button: "Choose a password",
};

const VALIDITY =
  "The link works once and for one hour. Using it signs you out everywhere else.";
const IF_NOT_YOU =
  "If you did not ask for this, ignore this email: nothing changes unless the link is used.";
