import { z } from "zod";
import { refusal, type ErrorCode, type ErrorParams } from "./errors";
import * as Limits from "./limits";
import { isBlank, tidyEmail, tidyLine, tidyText } from "./text";

/** A zod rule that fails with a refusal of the catalogue; `check.ts` reads it back. */
function refusing<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams<Code>,
) {
  const { message, ...rest } = refusal(code, params);
  return { error: message, params: rest, abort: true };
}

/** A string that must be there, untouched. */
function entered(label: string) {
  const missing = refusing("required", { label });
  return z
    .string({ error: missing.error })
    .refine((text) => !isBlank(text), missing);
}

function atMost(label: string, maxLength: number) {
  const rule = (text: string) => text.length <= maxLength;
  return [rule, refusing("too_long", { label, maxLength })] as const;
}

/** One tidy line that must be there. */
function line(label: string, maxLength: number) {
  return entered(label)
    .transform(tidyLine)
    .refine(...atMost(label, maxLength));
}

/** A tidy text with line breaks, bounded; may be empty. */
function text(label: string, maxLength: number) {
  return z
    .string()
    .transform(tidyText)
    .refine(...atMost(label, maxLength));
}

const name = line("Name", Limits.MAX_NAME_LENGTH);

const email = entered("Email")
  .transform(tidyEmail)
  .refine(
    (address) =>
      address.length <= Limits.MAX_EMAIL_LENGTH &&
      z.regexes.email.test(address),
    refusing("invalid_email", {}),
  );

const newPassword = z
  .string({ error: refusing("required", { label: "Password" }).error })
  .refine(
    (password) => password.length > 0,
    refusing("required", { label: "Password" }),
  )
  .refine(
    (password) => password.length >= Limits.MIN_PASSWORD_LENGTH,
    refusing("weak_password", { minLength: Limits.MIN_PASSWORD_LENGTH }),
  )
  .refine(...atMost("Password", Limits.MAX_PASSWORD_LENGTH));

/** A password that repeats the account's own name or address is the first one anybody tries. */
function isHardToGuess(account: {
  name: string;
  email: string;
  password: string;
}): boolean {
  const password = account.password.trim().toLowerCase();
  const [mailbox] = account.email.split("@");
  return ![account.name.toLowerCase(), account.email, mailbox].includes(
    password,
  );
}
const guessable = { ...refusing("weak_password", {}), path: ["password"] };

const signUpFields = { name, email, password: newPassword };

/** What the sign-up flow of the password provider takes. */
export const signUpSchema = z
  .object(signUpFields)
  .refine(isHardToGuess, guessable);

/** What the register screen collects; `signUpSchema` plus what only the screen needs. */
export const registerSchema = z
  .object({
    ...signUpFields,
    confirmPassword: z.string(),
    acceptsTerms: z
      .boolean()
      .refine((accepted) => accepted, refusing("terms_not_accepted", {})),
  })
  .refine(isHardToGuess, guessable)
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    ...refusing("passwords_differ", {}),
    path: ["confirmPassword"],
  });

/** What the sign-in flow takes; a malformed address is simply one without an account. */
export const signInSchema = z.object({
  email: entered("Email").transform(tidyEmail),
  password: z
    .string({ error: refusing("required", { label: "Password" }).error })
    .refine(
      (password) => password.length > 0,
      refusing("required", { label: "Password" }),
    )
    .refine(...atMost("Password", Limits.MAX_PASSWORD_LENGTH)),
});

export const createTeamSchema = z.object({
  name: line("Team name", Limits.MAX_TEAM_NAME_LENGTH),
  description: text("Description", Limits.MAX_TEAM_DESCRIPTION_LENGTH).default(
    "",
  ),
});

const inviteCodePattern = new RegExp(
  `^[${Limits.INVITE_CODE_ALPHABET}]{${Limits.INVITE_CODE_LENGTH}}$`,
  "u",
);

/** The code is taken exactly as typed; trimming a pasted one is the field's business. */
export const joinTeamSchema = z.object({
  inviteCode: entered("Invite code").refine(
    (code) => inviteCodePattern.test(code),
    refusing("invalid_invite_code", {}),
  ),
});

export const contactMessageSchema = z.object({
  name,
  email,
  subject: line("Subject", Limits.MAX_SUBJECT_LENGTH),
  message: entered("Message")
    .transform(tidyText)
    .refine(...atMost("Message", Limits.MAX_MESSAGE_LENGTH)),
});

export const subscribeSchema = z.object({ email });
