/** Signing in: the fields of its screens, the parameters of its flows, and the bot check. */
import type { Challenge, Solution } from "altcha-lib";
import * as z from "zod/mini";
import { isAppError, type AppErrorData } from "../platform/shared/errors";
import {
  address,
  atMost,
  email,
  measured,
  name,
  refusing,
} from "../platform/shared/input";

const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 128;

/** A required string, unchanged: spaces may be part of a password. */
function enteredPassword() {
  const missing = refusing("required", { label: "Password" });
  const maxLength = MAX_PASSWORD_LENGTH;
  const tooLong = refusing("too_long", { label: "Password", maxLength });
  return measured(maxLength, tooLong, missing).check(
    z.refine((password) => password !== "", missing),
  );
}

const newPassword = enteredPassword().check(
  z.refine(
    (password) => password.length >= MIN_PASSWORD_LENGTH,
    refusing("weak_password", { minLength: MIN_PASSWORD_LENGTH }),
  ),
  atMost("Password", MAX_PASSWORD_LENGTH),
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
  { ...refusing("weak_password", {}), path: ["password"] },
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

/** A malformed token becomes "", which no link has. */
const token = z.catch(z.string(), "");

/** The parameters of the flow `resetVerification`. */
export const resetPasswordSchema = z.object({ token, password: newPassword });

/** The parameter of the flow `acceptInvitation` that is checked before those of `signUp`. */
export const invitationTokenSchema = z.object({ token });

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
  password: enteredPassword().check(atMost("Password", MAX_PASSWORD_LENGTH)),
});

/**
 * The bot check as the page sees it: a call fails with a challenge, mostly as
 * `bot_check_required`; the page solves the challenge and repeats the call with the
 * parameter `botCheck: { challenge, solution }`. This is an ALTCHA challenge, which a
 * browser solves with PBKDF2.
 */
export type BotCheckChallenge = Challenge;

/** The challenge as received, and its solution. */
export type BotCheckAnswer = { challenge: Challenge; solution: Solution };

/** The flow for which an answer is valid. */
export type BotCheckPurpose =
  "signUp" | "signIn" | "google" | "reset" | "contact" | "subscribe";

/** Returns the challenge of a refusal that has one; null for any other error. */
export function challengeOf(error: unknown): BotCheckChallenge | null {
  if (!isAppError(error)) return null;
  const { challenge }: AppErrorData & { challenge?: BotCheckChallenge } =
    error.data;
  return challenge ?? null;
}
