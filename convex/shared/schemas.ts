/**
 * What people may enter, for forms and server alike. Every rule fails with a
 * refusal of the catalogue, which `check.ts` reads back. zod/mini, because the
 * page loads this too: a quarter of the size.
 */
import * as z from "zod/mini";
import { refusal, type ErrorCode, type ErrorParams } from "./errors";
import * as Limits from "./limits";
import { isBlank, tidyEmail, tidyLine, tidyText } from "./text";

/**
 * How a rule fails: with this refusal. The rules after it are tried all the
 * same, so that a form tells at once of everything that is wrong; `check.ts`
 * keeps the first refusal of each field.
 */
function refusing<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams<Code>,
) {
  const { message, ...rest } = refusal(code, params);
  return { error: message, params: rest };
}

function atMost(label: string, maxLength: number) {
  return z.refine<string>(
    (text) => text.length <= maxLength,
    refusing("too_long", { label, maxLength }),
  );
}

/** A string in which something can be seen, untouched. */
function entered(label: string) {
  const missing = refusing("required", { label });
  return z
    .string(missing.error)
    .check(z.refine((text) => !isBlank(text), missing));
}

/** One tidy line that must be there. */
function line(label: string, maxLength: number) {
  return entered(label).check(z.overwrite(tidyLine), atMost(label, maxLength));
}

/** A string that must be there, taken exactly: spaces may be part of a password. */
function enteredPassword() {
  const missing = refusing("required", { label: "Password" });
  return z
    .string(missing.error)
    .check(z.refine((password) => password !== "", missing));
}

const name = line("Name", Limits.MAX_NAME_LENGTH);

const email = entered("Email").check(
  z.overwrite(tidyEmail),
  z.refine(
    (address) =>
      address.length <= Limits.MAX_EMAIL_LENGTH &&
      z.regexes.email.test(address),
    refusing("invalid_email", {}),
  ),
);

const newPassword = enteredPassword().check(
  z.refine(
    (password) => password.length >= Limits.MIN_PASSWORD_LENGTH,
    refusing("weak_password", { minLength: Limits.MIN_PASSWORD_LENGTH }),
  ),
  atMost("Password", Limits.MAX_PASSWORD_LENGTH),
);

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
const hardToGuess = z.refine<Parameters<typeof isHardToGuess>[0]>(
  isHardToGuess,
  {
    ...refusing("weak_password", {}),
    path: ["password"],
  },
);

const matchingPasswords = z.refine<{
  password: string;
  confirmPassword: string;
}>(({ password, confirmPassword }) => password === confirmPassword, {
  ...refusing("passwords_differ", {}),
  path: ["confirmPassword"],
});

const signUpFields = { name, email, password: newPassword };

/** What the sign-up flow of the password provider takes. */
export const signUpSchema = z.object(signUpFields).check(hardToGuess);

/** What the register screen collects: the same, and what only the screen needs. */
export const registerSchema = z
  .object({
    ...signUpFields,
    confirmPassword: z.string(),
    acceptsTerms: z
      .boolean()
      .check(
        z.refine((accepted) => accepted, refusing("terms_not_accepted", {})),
      ),
  })
  .check(hardToGuess, matchingPasswords);

/** What the reset flow takes. */
export const requestResetSchema = z.object({ email });

/** What the flow that ends a reset takes; how a token is formed is not the form's business. */
export const resetPasswordSchema = z.object({
  token: z.catch(z.string(), ""),
  password: newPassword,
});

/** What the reset screen collects. */
export const chooseNewPasswordSchema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .check(matchingPasswords);

/** What the sign-in flow takes; a malformed address is simply one without an account. */
export const signInSchema = z.object({
  email: entered("Email").check(z.overwrite(tidyEmail)),
  password: enteredPassword().check(
    atMost("Password", Limits.MAX_PASSWORD_LENGTH),
  ),
});

export const createTeamSchema = z.object({
  name: line("Team name", Limits.MAX_TEAM_NAME_LENGTH),
  description: z._default(
    z
      .string()
      .check(
        z.overwrite(tidyText),
        atMost("Description", Limits.MAX_TEAM_DESCRIPTION_LENGTH),
      ),
    "",
  ),
});

const inviteCodePattern = new RegExp(
  `^[${Limits.INVITE_CODE_ALPHABET}]{${Limits.INVITE_CODE_LENGTH}}$`,
  "u",
);

/** The code is taken exactly as typed; trimming a pasted one is the field's business. */
export const joinTeamSchema = z.object({
  inviteCode: entered("Invite code").check(
    z.refine(
      (code) => inviteCodePattern.test(code),
      refusing("invalid_invite_code", {}),
    ),
  ),
});

export const contactMessageSchema = z.object({
  name,
  email,
  subject: line("Subject", Limits.MAX_SUBJECT_LENGTH),
  message: entered("Message").check(
    z.overwrite(tidyText),
    atMost("Message", Limits.MAX_MESSAGE_LENGTH),
  ),
});

export const subscribeSchema = z.object({ email });

/** What changing one's name takes. */
export const renameSchema = z.object({ name });

const announcementFields = {
  title: line("Title", Limits.MAX_ANNOUNCEMENT_TITLE_LENGTH),
  body: entered("Text").check(
    z.overwrite(tidyText),
    atMost("Text", Limits.MAX_ANNOUNCEMENT_BODY_LENGTH),
  ),
  pinned: z.boolean(),
};

/** An instant that a calendar knows; what a form makes of half a date is none. */
function instant(label: string) {
  const missing = refusing("required", { label });
  return z
    .number(missing.error)
    .check(z.refine((ms) => ms >= 0 && ms <= Limits.LAST_INSTANT_MS, missing));
}

const publishAt = instant("Time of publication");

/** What editing an announcement takes. */
export const announcementSchema = z.object({
  ...announcementFields,
  publishAt,
});

/** What publishing one takes; null: now. */
export const publishAnnouncementSchema = z.object({
  ...announcementFields,
  publishAt: z.nullable(publishAt),
});
