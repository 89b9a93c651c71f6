/** The mail with a reset link. */
import type { Mail } from "../platform/mail";
import { mailPage } from "../platform/mail";

/** `site` and `link` are URLs. */
type ResetMailFacts = {
  to: string;
  /** How the mail addresses its reader; null if by no name. */
  name: string | null;
  hasPassword: boolean;
  site: string;
  link: string;
};

type Words = { subject: string; reason: string; button: string };

/** Composes the mail. Its HTML and its plain text say the same. */
export function resetMail(facts: ResetMailFacts): Mail {
  const words = wordsFor(facts);
  return {
    to: facts.to,
    subject: words.subject,
    html: htmlOf(facts, words),
    text: textOf(facts, words),
  };
}

const VALIDITY =
  "The link works once and for one hour. Using it signs you out everywhere else.";
const IF_NOT_YOU =
  "If you did not ask for this, ignore this email: nothing changes unless the link is used.";

function wordsFor({ hasPassword }: ResetMailFacts): Words {
  return hasPassword
    ? {
        subject: "Reset your HackArena 2025 password",
        reason: "We got a request to reset your password.",
        button: "Choose a new password",
      }
    : {
        subject: "You sign in to HackArena 2025 with Google",
        reason:
          "We got a request to reset your password. Your account has none: you sign in with Google, and can continue to do so. If you would like a password as well, choose one here.",
        button: "Choose a password",
      };
}

function textOf({ name, site, link }: ResetMailFacts, words: Words): string {
  return [
    greeting(name),
    words.reason,
    `${words.button}:\n${link}`,
    VALIDITY,
    IF_NOT_YOU,
    `HackArena 2025\n${site}`,
  ].join("\n\n");
}

function htmlOf({ name, site, link }: ResetMailFacts, words: Words): string {
  return mailPage({
    title: words.subject,
    paragraphs: [greeting(name), words.reason],
    button: { words: words.button, link },
    notes: [VALIDITY, IF_NOT_YOU],
    site,
  });
}

function greeting(name: string | null): string {
  return name === null ? "Hello," : `Hello ${name},`;
}
