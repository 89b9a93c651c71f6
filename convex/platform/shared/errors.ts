import type { Challenge } from "altcha-lib";
import { ConvexError, type Value } from "convex/values";
import { indianTime } from "./indianTime";
import { durationInWords } from "./text";

/**
 * The catalogue of refusals: for each code of an expected failure, its parameters
 * and the sentence that a person reads. Any other failure is a bug, thrown as a
 * plain `Error`; people see a generic sentence for it. Each is whole sentences with
 * their full stops, but for the three that the specification gives without.
 */
export const refusals = {
  /** For calls that no page makes. */
  out_of_range: ({ label, max }: { label: string; max: number }) =>
    `${label} must be a whole number from 1 to ${max}.`,
  required: ({ label }: { label: string }) => `${label} is required`,
  too_long: ({ label, maxLength }: { label: string; maxLength: number }) =>
    `${label} must be at most ${maxLength} characters long.`,

  /** `isFull` is given for a list that grows one by one. */
  too_many: (list: { label: string; max: number; isFull?: boolean }) =>
    list.isFull
      ? `There can be at most ${list.max} ${list.label}. Remove one first.`
      : `Choose at most ${list.max} ${list.label}.`,

  hidden_text: ({ label }: { label: string }) =>
    `${label} contains invisible characters. Please type it again.`,

  invalid_email: () => "Invalid email address.",
  /**
   * `minLength` is given if the password is too short, and absent if it is
   * easily guessed.
   */
  weak_password: ({ minLength }: { minLength?: number }) =>
    minLength === undefined
      ? "Password is too weak. Please use a stronger password."
      : `Password must be at least ${minLength} characters long.`,
  passwords_differ: () => "Passwords do not match.",
  terms_not_accepted: () => "Please accept the terms to continue.",
  email_in_use: () => "Email is already in use. Please login instead.",
  user_not_found: () => "No account found with this email. Please sign up.",
  wrong_password: () => "Incorrect password. Please try again.",
  /**
   * For a password sign-in to an account without a password, which a sign-in by Google
   * created.
   */
  no_password: () =>
    "This account signs in with Google. Continue with Google, or reset your password to set one.",
  /**
   * The right password with the answer to the challenge still signs in, or else ten
   * guesses of a stranger would keep the account's owner out.
   */
  too_many_requests: saying<{ waitSeconds: number; challenge?: Challenge }>(
    "Too many failed login attempts. Please try again later or reset your password.",
  ),
  rate_limited: ({ waitSeconds }: { waitSeconds: number }) =>
    `Too many attempts. Please try again in ${durationInWords(waitSeconds)}.`,
  /** The deployment hashes as many passwords as it can. */
  too_busy: saying<{ waitSeconds: number }>(
    "Too many people are signing in right now.",
  ),
  /**
   * Usually not shown: the page solves the challenge and repeats the call with
   * the answer.
   */
  bot_check_required: saying<{ challenge: Challenge }>(
    "Please try again: your browser has to show that it is not a bot.",
  ),
  bot_check_failed: () =>
    "Your browser could not show that it is not a bot. Please try again.",

  reset_mail_failed: () => "Failed to send password reset email.",
  reset_link_invalid: () =>
    "This reset link is not valid. Please request a new one.",
  reset_link_expired: () =>
    "This reset link has expired. Please request a new one.",
  reset_link_used: () =>
    "This reset link has already been used. Please request a new one.",

  invitation_invalid: () =>
    "This invitation is not valid. Ask the organisers for a new one.",
  invitation_expired: () =>
    "This invitation has expired. Ask the organisers for a new one.",
  invitation_used: () =>
    "This invitation has been accepted already. Log in to continue.",
  /** Whoever may have made the account must not get the role. */
  invitation_needs_password: () =>
    "The address of this account has not been confirmed yet. Choose a new password for it.",
  last_organiser: ({ name }: { name: string }) =>
    `${name} is the only organiser. Invite another one first.`,

  not_signed_in: () => "Please log in to continue.",
  organisers_only: () => "This is for organisers only.",
  desk_only: () => "This is for organisers and helpers at the check-in desk.",
  check_in_closed: () =>
    "Check-in is off. Organisers turn it on in their settings.",
  /** For whoever appoints somebody. */
  email_not_proven: () =>
    "This address has not been confirmed yet. Signing in with Google, or resetting the password by email, confirms it.",
  /** The same: whoever signed in may be anybody. */
  stand_in_only: () =>
    "This account was made on the page that stands in for Google, which confirms no address. Resetting the password by email confirms it.",

  no_account: () => "No account has this address.",

  already_in_team: () => "You are already in a team.",
  /** `name` is given if a leader named somebody else. */
  not_in_team: ({ name }: { name?: string }) =>
    name === undefined
      ? "You are not in a team."
      : `${name} is no longer in your team.`,
  not_leader: () => "Only the Team Leader can do this.",
  invalid_invite_code: () => "Invalid invite code",
  too_many_codes: ({ waitSeconds }: { waitSeconds: number }) =>
    `Too many wrong invite codes. Please try again in ${durationInWords(waitSeconds)}.`,
  team_full: () => "Team is already full",
  team_closed: () =>
    "This team is closed to new members. Its Team Leader can open it.",
  invalid_screen_code: () =>
    "Type the eight letters and digits that the screen shows.",
  name_does_not_match: () => "Type the team's name exactly as it is shown.",
  /** They have withdrawn meanwhile, or have hidden the caller. */
  not_looking: ({ name }: { name: string }) =>
    `${name} is not looking any more.`,
  /** `whose` is missing for the caller's own. */
  too_many_requests_open: ({ whose, max }: { whose?: string; max: number }) =>
    whose === undefined
      ? `You have ${max} requests under way. Withdraw or answer one first.`
      : `${whose} has ${max} requests under way. Try again when some are answered.`,
  /** It was answered or withdrawn, or it lapsed. */
  request_over: () => "This request is no longer open.",
  not_yours_to_answer: () => "Only the other side can answer this request.",
  /** For change requests, which the organisers answer one by one. */
  change_request_open: () =>
    "You have asked for a change already. Withdraw it to ask for another one.",
  /** For organisers, who change the teams of others. */
  person_in_team: ({ name }: { name: string }) =>
    `${name} is already in a team.`,
  person_not_in_team: ({ name }: { name: string }) =>
    `${name} is no longer in this team.`,
  team_changes_closed: () =>
    "Team changes are closed. If your team has to change, request it on the team page.",

  /** `opensAt` is given if an organiser has set when. */
  submissions_not_open: ({ opensAt }: { opensAt?: number }) =>
    opensAt === undefined
      ? "Submissions are not open yet."
      : `Submissions open on ${indianTime(opensAt)}.`,
  /** `closedAt` is missing if an organiser closed them manually. */
  submissions_closed: ({ closedAt }: { closedAt?: number }) =>
    closedAt === undefined
      ? "Submissions are closed."
      : `Submissions closed on ${indianTime(closedAt)}.`,
  /** `fields` are names of the project's fields, in the page's order. */
  project_incomplete: ({ labels }: { fields: string[]; labels: string[] }) =>
    `Still missing: ${labels.join(", ")}.`,
  /** For members, who end no team while its hand-in exists. */
  project_handed_in: ({ canWithdraw }: { canWithdraw: boolean }) =>
    `Your team has handed in its project. ${
      canWithdraw
        ? "Withdraw it first."
        : "Write to the organisers to end the team."
    }`,
  /** The caller was not told so, because something changed meanwhile. */
  project_would_go: () =>
    "Something has changed: the team's project would be deleted too. Please look again.",
  picture_refused: ({ why }: { why: string }) => why,
  not_assigned: () => "This project is not assigned to you.",
  /** What arrives late is older than what was given since. */
  marked_elsewhere: () =>
    "You have marked it on another device since, and those marks count.",
  participants_only: () => "Judges and mentors do not take part.",
  /** For whoever appoints somebody. */
  helper_in_team: ({ name, team }: { name: string; team: string }) =>
    `${name} is in the team ${team}. Judges and mentors do not take part: take ${name} out of the team first.`,
  judges_only: () => "This is for judges only.",
  mentors_only: () => "This is for mentors and organisers only.",
  help_closed: () => "Help is closed at the moment.",
  /** For a member whose teammate was faster. */
  help_asked: () => "Your team has asked already.",
  help_taken: ({ name }: { name: string }) =>
    `${name} has taken this request already.`,
  help_paused: () => "The team has paused this request.",
  judging_closed: () => "Judging is closed.",
  /** `what` is given for anything but results. */
  not_published: ({ what = "results" }: { what?: string }) =>
    `The ${what} are not published yet.`,
  /** Scores are their judges' own until then. */
  judging_open: () => "Judging is still under way. Close it first.",
  results_published: () => "The results are published.",
  ceremony_under_way: () =>
    "The stage is open. Step back to the beginning, or end the ceremony.",
  rubric_in_use: () =>
    "Projects have been scored by this rubric, so it stays as it is.",
  wrong_number_of_criteria: ({ min, max }: { min: number; max: number }) =>
    `A rubric has ${min} to ${max} different criteria.`,
  no_judges: () => "Appoint judges first.",
  nothing_handed_in: () => "No project has been handed in yet.",
  conflict_of_interest: ({ name }: { name: string }) =>
    `${name} may not judge this team.`,
  /** For organisers, who take a project from a judge. */
  already_scored: ({ name }: { name: string }) =>
    `${name} has scored this project already.`,
  already_organiser: ({ name }: { name: string }) =>
    `${name} is an organiser. Take that role away first.`,

  closes_before_it_opens: () =>
    "The closing time must be after the opening time.",
  ends_before_it_starts: () => "The end must be after the start.",

  impossible_year: ({ first, last }: { first: number; last: number }) =>
    `Enter a year from ${first} to ${last}.`,
  invalid_link: (link: { label: string; example: string; fault?: string }) =>
    `${link.label} ${link.fault ?? "must be an address"}, such as ${link.example}.`,
  invalid_position: () =>
    "Enter latitude and longitude, such as 28.6139, 77.209.",
  push_service_unknown: () =>
    "This browser's messages come from a service that is not known here.",
  unsafe_address: () =>
    "Enter a page of this site, such as /faq, or an address that begins with https://.",

  /** Somebody was faster: the press rests on what is so no longer. `what` says, as a sentence, what is so now. */
  changed_since: ({ what }: { what: string }) => `${what} Please look again.`,
  /** Someone else has deleted it in the meantime. */
  not_found: ({ label }: { label: string }) => `${label} no longer exists.`,
};

/** Makes a sentence that does not use the parameters; the page does. */
function saying<Params extends object>(
  sentence: string,
): (params: Params) => string {
  return () => sentence;
}

export type ErrorCode = keyof typeof refusals;

/** The parameters of a code's sentence; most have none. */
export type ErrorParams<Code extends ErrorCode> =
  Parameters<(typeof refusals)[Code]> extends [infer Params extends object]
    ? Params
    : object;

/** The data of a refusal, as the client receives it. `field` names a form field. */
export type AppErrorData = { code: ErrorCode; message: string; field?: string };

/** Returns the data of a refusal: code, sentence and parameters. */
export function refusal<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams<Code>,
): AppErrorData {
  const sentence = refusals[code] as (params: object) => string;
  return { ...params, code, message: sentence(params) };
}

/** Throws a refusal as a `ConvexError`, whose data reaches clients in production too. */
export function refuse<Code extends ErrorCode>(
  ...[code, params]: object extends ErrorParams<Code>
    ? [code: Code, params?: ErrorParams<Code>]
    : [code: Code, params: ErrorParams<Code>]
): never {
  throw new ConvexError(refusal(code, params ?? ({} as ErrorParams<Code>)));
}

/**
 * Returns true for a refusal of this catalogue, thrown here or received from a
 * deployment.
 */
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
