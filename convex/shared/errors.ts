import type { Challenge } from "altcha-lib";
import { ConvexError, type Value } from "convex/values";
import { durationInWords } from "./text";

/**
 * The catalogue of refusals: an expected "no", its parameters and the one
 * sentence a person reads. Anything not in here is a bug, thrown as a plain
 * `Error`, and people see a generic line for it.
 */
export const refusals = {
  required: ({ label }: { label: string }) => `${label} is required`,
  too_long: ({ label, maxLength }: { label: string; maxLength: number }) =>
    `${label} must be at most ${maxLength} characters long`,

  invalid_email: () => "Invalid email address.",
  /** `minLength` is given when the password is short, absent when it is easily guessed. */
  weak_password: ({ minLength }: { minLength?: number }) =>
    minLength === undefined
      ? "Password is too weak. Please use a stronger password."
      : `Password must be at least ${minLength} characters long.`,
  passwords_differ: () => "Passwords do not match.",
  terms_not_accepted: () => "Please accept the terms to continue.",
  email_in_use: () => "Email is already in use. Please login instead.",
  user_not_found: () => "No account found with this email. Please sign up.",
  wrong_password: () => "Incorrect password. Please try again.",
  /** An account that Google's sign-in made, asked for a password that it never had. */
  no_password: () =>
    "This account signs in with Google. Continue with Google, or reset your password to set one.",
  too_many_requests: saying<{ waitSeconds: number }>(
    "Too many failed login attempts. Please try again later or reset your password.",
  ),
  rate_limited: ({ waitSeconds }: { waitSeconds: number }) =>
    `Too many attempts. Please try again in ${durationInWords(waitSeconds)}.`,
  /** Not for people: the page solves the challenge and repeats the call with the answer. */
  bot_check_required: saying<{ challenge: Challenge }>(
    "Please try again: your browser has to show that it is no bot.",
  ),
  bot_check_failed: () =>
    "Your browser could not show that it is no bot. Please try again.",

  reset_mail_failed: () => "Failed to send password reset email.",
  reset_link_invalid: () =>
    "This reset link is not valid. Please request a new one.",
  reset_link_expired: () =>
    "This reset link has expired. Please request a new one.",
  reset_link_used: () =>
    "This reset link has been used already. Please request a new one.",

  not_signed_in: () => "Please log in to continue.",
  organisers_only: () => "This is for organisers only.",
  /** Not for the page: who appoints by the command line reads it. */
  email_not_proven: () =>
    "Nobody has shown yet that they read mail to this address. Signing in with Google, or resetting the password by mail, shows it.",

  already_in_team: () => "You are already in a team",
  not_in_team: () => "You are not in a team",
  invalid_invite_code: () => "Invalid invite code",
  team_full: () => "Team is already full",
  team_changes_closed: () =>
    "Team changes are closed. Write to the organisers if yours has to change.",

  /** Somebody else removed it first. */
  not_found: ({ label }: { label: string }) => `${label} no longer exists`,
};

/** A sentence that does not change with the parameters, which are for the page. */
function saying<Params extends object>(
  sentence: string,
): (params: Params) => string {
  return () => sentence;
}

export type ErrorCode = keyof typeof refusals;

/** What the sentence of a code needs to know; nothing for most. */
export type ErrorParams<Code extends ErrorCode> =
  Parameters<(typeof refusals)[Code]> extends [infer Params extends object]
    ? Params
    : object;

/** What a refusal carries to the client. `field` is the form field it is about. */
export type AppErrorData = {
  code: ErrorCode;
  message: string;
  field?: string;
};

/**
 * Words one refusal.
 * @returns the data that a thrown refusal carries, parameters included
 */
export function refusal<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams<Code>,
): AppErrorData {
  const sentence = refusals[code] as (params: object) => string;
  return { ...params, code, message: sentence(params) };
}

/** Says no: throws the refusal as a ConvexError, which reaches clients whole in production too. */
export function refuse<Code extends ErrorCode>(
  ...[code, params]: object extends ErrorParams<Code>
    ? [code: Code, params?: ErrorParams<Code>]
    : [code: Code, params: ErrorParams<Code>]
): never {
  throw new ConvexError(refusal(code, params ?? ({} as ErrorParams<Code>)));
}

/** True for a refusal of this catalogue, whether thrown here or received from a deployment. */
export function isAppError(error: unknown): error is ConvexError<AppErrorData> {
  return error instanceof ConvexError && isAppErrorData(error.data);
}

function isAppErrorData(data: Value): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "code" in data &&
    typeof data.code === "string" &&
    Object.hasOwn(refusals, data.code)
  );
}
