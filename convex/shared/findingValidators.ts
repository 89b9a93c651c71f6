/**
 * Arguments and results of the functions for finding a team, and for changing it after
 * the freeze. Times are milliseconds since the epoch.
 */
import { v, type Infer } from "convex/values";
import { statusValidator } from "./projectValidators";

/** A person's id or a team's: the target of a request, a hiding or a report. */
export const targetFields = {
  uid: v.optional(v.id("users")),
  teamId: v.optional(v.id("teams")),
};

/**
 * The card of a participant who looks for a team, as everyone who is signed in sees it.
 */
export const cardValidator = v.object({
  _id: v.id("cards"),
  uid: v.id("users"),
  name: v.string(),
  college: v.string(),
  skills: v.array(v.string()),
  line: v.string(),
  shownAt: v.number(),
});
export type Card = Infer<typeof cardValidator>;

/** A team that looks for people. */
export const openingValidator = v.object({
  _id: v.id("openings"),
  teamId: v.id("teams"),
  teamName: v.string(),
  building: v.string(),
  skills: v.array(v.string()),
  freeSlots: v.number(),
  shownAt: v.number(),
});
export type Opening = Infer<typeof openingValidator>;

/** Who sent a request: the person, or the team through its leader. */
export const requestSideValidator = v.union(
  v.literal("person"),
  v.literal("team"),
);
export type RequestSide = Infer<typeof requestSideValidator>;

/**
 * How a request ended. The last four are lapses: the request could no longer be
 * accepted.
 */
export const requestOutcomeValidator = v.union(
  v.literal("accepted"),
  v.literal("declined"),
  v.literal("withdrawn"),
  v.literal("person in a team"),
  v.literal("team full"),
  v.literal("team closed"),
  v.literal("team gone"),
);
export type RequestOutcome = Infer<typeof requestOutcomeValidator>;

/** A request as both of its sides see it. */
export const requestValidator = v.object({
  _id: v.id("requests"),
  /** The side that the caller is on. */
  side: requestSideValidator,
  sentBy: requestSideValidator,
  uid: v.id("users"),
  personName: v.string(),
  /** The person's card, for the team, while it is shown. */
  card: v.nullable(cardValidator),
  teamId: v.id("teams"),
  teamName: v.string(),
  note: v.string(),
  sentAt: v.number(),
  /** Null while it is open. */
  outcome: v.nullable(requestOutcomeValidator),
  settledAt: v.nullable(v.number()),
});
export type Request = Infer<typeof requestValidator>;

/** What waits for the caller's answer, and the answer that they got themselves. */
export const requestNewsValidator = v.object({
  /**
   * For a leader, the people who ask to join; for a person without a team, the teams that
   * offer a slot. Names, the oldest request first; empty for everyone else.
   */
  askedBy: v.array(v.string()),
  /**
   * Why a team did not take the caller in, until they ask another; null otherwise.
   */
  answer: v.nullable(
    v.object({ teamName: v.string(), outcome: requestOutcomeValidator }),
  ),
});
export type RequestNews = Infer<typeof requestNewsValidator>;

/** Someone whom the caller has hidden from themselves. */
export const hidingValidator = v.object({
  target: v.union(v.id("users"), v.id("teams")),
  name: v.string(),
});
export type Hiding = Infer<typeof hidingValidator>;

/** A report as organisers see it. */
export const reportValidator = v.object({
  _id: v.id("reports"),
  reporterName: v.string(),
  targetName: v.string(),
  /** Whether the target is a team, or a person. */
  isTeam: v.boolean(),
  said: v.string(),
  reason: v.string(),
  sentAt: v.number(),
  settledAt: v.nullable(v.number()),
  settledBy: v.nullable(v.string()),
});
export type Report = Infer<typeof reportValidator>;

/**
 * The kinds of change request: to leave the team, to leave it for another, to join one,
 * or something else that an organiser does manually.
 */
export const changeKindValidator = v.union(
  v.literal("leave"),
  v.literal("swap"),
  v.literal("join"),
  v.literal("other"),
);
export type ChangeKind = Infer<typeof changeKindValidator>;

/**
 * How a change request ended. "overtaken": the person's team changed in another way
 * before anyone answered.
 */
export const changeOutcomeValidator = v.union(
  v.literal("approved"),
  v.literal("declined"),
  v.literal("withdrawn"),
  v.literal("overtaken"),
);

/** A change request as its sender sees it, or a team that it concerned. */
export const changeRequestValidator = v.object({
  _id: v.id("changeRequests"),
  /** False for a request of someone else that concerned the caller's team. */
  isOwn: v.boolean(),
  personName: v.string(),
  kind: changeKindValidator,
  /** Empty in requests of others, as is the answer: both are private. */
  reason: v.string(),
  answer: v.string(),
  teamName: v.nullable(v.string()),
  targetTeamName: v.nullable(v.string()),
  sentAt: v.number(),
  outcome: v.nullable(changeOutcomeValidator),
  settledAt: v.nullable(v.number()),
});
export type ChangeRequest = Infer<typeof changeRequestValidator>;

/** A change request as organisers see it. */
export const askedChangeValidator = v.object({
  ...changeRequestValidator.omit("isOwn").fields,
  /** The refusal that an approval would get now; null if it can be approved. */
  obstacle: v.nullable(v.string()),
  /**
   * What an approval would end now: a team ("team"), also with its project; null if no
   * team.
   */
  ends: v.nullable(v.union(v.literal("team"), statusValidator)),
  settledBy: v.nullable(v.string()),
});
export type AskedChange = Infer<typeof askedChangeValidator>;

/** The data about a person in the tables for finding and changing a team. */
export const findingDataValidator = v.object({
  card: v.nullable(
    cardValidator.pick("name", "college", "skills", "line", "shownAt"),
  ),
  requests: v.array(
    requestValidator.pick(
      "sentBy",
      "teamName",
      "note",
      "sentAt",
      "outcome",
      "settledAt",
    ),
  ),
  hidden: v.array(hidingValidator.pick("name")),
  reports: v.array(
    reportValidator.pick("targetName", "reason", "sentAt", "settledAt"),
  ),
  changeRequests: v.array(
    changeRequestValidator.omit("_id", "isOwn", "personName"),
  ),
});
export type FindingData = Infer<typeof findingDataValidator>;
