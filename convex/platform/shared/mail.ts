/** The kinds of mail that people can switch off. */
import type { Infer } from "convex/values";
import { literals } from "./input";

export const mailKindValidator = literals(
  "announcements",
  "requests",
  "reminders",
  "help",
);
export type MailKind = Infer<typeof mailKindValidator>;

/** What each kind is called, on the account page and in the mails. */
export const MAIL_KINDS: Record<MailKind, string> = {
  announcements: "important announcements",
  requests: "requests and offers",
  reminders: "reminders to hand in",
  help: "teams that wait for help",
};

export function isMailKind(text: string): text is MailKind {
  return Object.hasOwn(MAIL_KINDS, text);
}
