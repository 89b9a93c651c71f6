/**
 * What people may enter, for forms and server. Every rule fails with a refusal of
 * the catalogue, which `check.ts` reads from zod's issue. The page loads this
 * module too, hence zod/mini, which is a quarter of zod's size.
 */
import * as z from "zod/mini";
import { refusal, type ErrorCode, type ErrorParams } from "./errors";
import * as Limits from "./limits";
import {
  hasHidden,
  isBlank,
  isInviteCode,
  tidyEmail,
  tidyLine,
  tidyText,
} from "./text";

/**
 * Makes a rule fail with this refusal. Zod still runs the rules after it, so that a
 * form shows all its errors at once; `check.ts` keeps the first refusal of each
 * field.
 */
export function refusing<Code extends ErrorCode>(
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

type Refusing = ReturnType<typeof refusing>;

/**
 * A string with at least one visible character, unchanged. Its length as typed is
 * measured before anything else is done with it, and a longer one is not looked at.
 */
export function entered(
  label: string,
  maxLength: number,
  tooLong: Refusing = refusing("too_long", { label, maxLength }),
) {
  const missing = refusing("required", { label });
  return measured(maxLength, tooLong, missing).check(
    z.refine((text) => !isBlank(text), missing),
  );
}

/** A string that may be empty, with its length as typed measured first. */
function measured(maxLength: number, tooLong: Refusing, missing?: Refusing) {
  return z.string(missing?.error).check(
    z.refine((text) => text.length <= maxLength * Limits.MAX_RAW_FACTOR, {
      ...tooLong,
      abort: true,
    }),
  );
}

/** A required single line, normalised. */
export function line(label: string, maxLength: number) {
  return entered(label, maxLength).check(
    z.overwrite(tidyLine),
    atMost(label, maxLength),
    z.refine((text) => !hasHidden(text), refusing("hidden_text", { label })),
  );
}

/** A single line that may be empty, normalised. */
export function optionalLine(label: string, maxLength: number) {
  return measured(maxLength, refusing("too_long", { label, maxLength })).check(
    z.overwrite(tidyLine),
    atMost(label, maxLength),
    z.refine((text) => !hasHidden(text), refusing("hidden_text", { label })),
  );
}

/** A required longer text, normalised. */
export function longText(label: string, maxLength: number) {
  return entered(label, maxLength).check(
    z.overwrite(tidyText),
    atMost(label, maxLength),
  );
}

/** A longer text that may be empty, normalised. */
export function optionalLongText(label: string, maxLength: number) {
  return measured(maxLength, refusing("too_long", { label, maxLength })).check(
    z.overwrite(tidyText),
    atMost(label, maxLength),
  );
}

/** A required string, unchanged: spaces may be part of a password. */
function enteredPassword() {
  const missing = refusing("required", { label: "Password" });
  const maxLength = Limits.MAX_PASSWORD_LENGTH;
  const tooLong = refusing("too_long", { label: "Password", maxLength });
  return measured(maxLength, tooLong, missing).check(
    z.refine((password) => password !== "", missing),
  );
}

export const name = line("Name", Limits.MAX_NAME_LENGTH);

/** An address in the spelling under which it is stored, or refused with `invalid`. */
function address(invalid: Refusing) {
  return entered("Email", Limits.MAX_EMAIL_LENGTH, invalid).check(
    z.overwrite(tidyEmail),
    z.refine((text) => text.length <= Limits.MAX_EMAIL_LENGTH, {
      ...invalid,
      abort: true,
    }),
  );
}

const invalidEmail = refusing("invalid_email", {});

const email = address(invalidEmail).check(
  z.refine((text) => z.regexes.email.test(text), invalidEmail),
);

const newPassword = enteredPassword().check(
  z.refine(
    (password) => password.length >= Limits.MIN_PASSWORD_LENGTH,
    refusing("weak_password", { minLength: Limits.MIN_PASSWORD_LENGTH }),
  ),
  atMost("Password", Limits.MAX_PASSWORD_LENGTH),
);

/**
 * Returns false if the password repeats the account's name or address, which
 * attackers try first.
 */
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

/** The parameters of the flow `signUp`. */
export const signUpSchema = z.object(signUpFields).check(hardToGuess);

/**
 * The fields of the register screen: those of `signUp`, and two that only the
 * screen needs.
 */
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

/** The parameters of the flow `reset`. */
export const requestResetSchema = z.object({ email });

/**
 * A new password of an account that exists, whose name and address passed the rules
 * of their time.
 */
export const replacedPasswordSchema = z
  .object({ name: z.string(), email: z.string(), password: newPassword })
  .check(hardToGuess);

/**
 * The parameters of the flow `resetVerification`. Any malformed token becomes
 * "", which no link has.
 */
export const resetPasswordSchema = z.object({
  token: z.catch(z.string(), ""),
  password: newPassword,
});

/** The fields of the screen for a new password. */
export const chooseNewPasswordSchema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .check(matchingPasswords);

/**
 * The parameters of the flow `signIn`. A malformed address is not an error
 * here: it has no account, and neither has one that is too long.
 */
export const signInSchema = z.object({
  email: address(refusing("user_not_found", {})),
  password: enteredPassword().check(
    atMost("Password", Limits.MAX_PASSWORD_LENGTH),
  ),
});

const description = optionalLongText(
  "Description",
  Limits.MAX_TEAM_DESCRIPTION_LENGTH,
);

export const teamName = line("Team name", Limits.MAX_TEAM_NAME_LENGTH);

export const createTeamSchema = z.object({
  name: teamName,
  description: z._default(description, ""),
});

const unknownCode = refusing("invalid_invite_code", {});

/**
 * The form for a code, which must match exactly; the form's field trims pasted spaces.
 */
export const joinTeamSchema = z.object({
  inviteCode: entered(
    "Invite code",
    Limits.INVITE_CODE_LENGTH,
    unknownCode,
  ).check(z.refine(isInviteCode, unknownCode)),
});

/**
 * A code as the server accepts it. A malformed one is not refused here: it counts as a
 * wrong code.
 */
export const typedCodeSchema = z.object({
  inviteCode: z
    .string()
    .check(
      z.refine(
        (code) => code.length > Limits.MAX_NAME_LENGTH || !isBlank(code),
        refusing("required", { label: "Invite code" }),
      ),
    ),
});

/** A leader's change of a team; absent fields stay as they are. */
export const editTeamSchema = z.object({
  name: z.optional(teamName),
  description: z.optional(description),
  isOpen: z.optional(z.boolean()),
});

export const contactMessageSchema = z.object({
  name,
  email,
  subject: line("Subject", Limits.MAX_SUBJECT_LENGTH),
  message: longText("Message", Limits.MAX_MESSAGE_LENGTH),
});

export const subscribeSchema = z.object({ email });

/** The arguments of `users.rename`. */
export const renameSchema = z.object({ name });
