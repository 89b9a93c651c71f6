/**
 * Help requests: what a team asks of mentors, one at a time. What people enter, what the
 * functions return. Times are milliseconds
 * since the epoch.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { singleLine, literals, longText } from "../../platform/shared/input";

/** What a team says. */
export const helpSchema = z.object({
  topic: singleLine("Topic", 60),
  place: singleLine("Place", 60),
  problem: longText("Problem", 500),
});

/** After so long in one state, a request ends by itself. */
export const LAPSES_AFTER_MS = 2 * 60 * 60 * 1000;

/** So long after somebody took it, the team may say that nobody came. */
export const NOBODY_CAME_AFTER_MS = 15 * 60 * 1000;

/** So long after it was closed, whoever closed it can open it again. */
export const REOPENS_FOR_MS = 15 * 60 * 1000;

/** Open: the team waits, has paused, or somebody is with it. The others are how a request ended. */
export const helpStateValidator = literals(
  "waiting",
  "paused",
  "taken",
  "helped",
  "withdrawn",
  "lapsed",
);
export type HelpState = Infer<typeof helpStateValidator>;
export const openStates = ["waiting", "paused", "taken"] as const;
type OpenState = (typeof openStates)[number];
export const endStates = ["helped", "withdrawn", "lapsed"] as const;

export function isOpen(state: HelpState): state is OpenState {
  return state === "waiting" || state === "paused" || state === "taken";
}

/** A request as its team, mentors and organisers see it. */
export const helpRequestValidator = v.object({
  _id: v.id("helpRequests"),
  teamName: v.string(),
  topic: v.string(),
  place: v.string(),
  problem: v.string(),
  /** Null once the member has left the team. */
  askedBy: v.nullable(v.string()),
  askedAt: v.number(),
  state: helpStateValidator,
  /** When the state began. */
  since: v.number(),
  /** How long the team has waited before `since`, without pauses. */
  waitedMs: v.number(),
  /** It has waited so long that mentors are reminded of it. */
  isReminded: v.boolean(),
  /** Who has taken it; while it waits, who had taken it and did not come. */
  helper: v.nullable(v.object({ name: v.string(), isCaller: v.boolean() })),
});
export type HelpRequest = Infer<typeof helpRequestValidator>;

/** What a team sees. */
export const teamHelpValidator = v.object({
  isOpen: v.boolean(),
  /** The team's last request, which may have ended. */
  request: v.nullable(helpRequestValidator),
  /** How many teams are helped before it. */
  ahead: v.number(),
  /** What the wait of the first of them is computed from; null if none is before it. */
  first: v.nullable(helpRequestValidator.pick("state", "since", "waitedMs")),
  /** Null while too few teams have been helped. */
  usualWaitMs: v.nullable(v.number()),
});
export type TeamHelp = Infer<typeof teamHelpValidator>;

/** The queue as mentors and organisers see it, in the order in which teams are helped. */
export const helpQueueValidator = v.object({
  isOpen: v.boolean(),
  requests: v.array(helpRequestValidator),
  /** How many more there are. */
  more: v.number(),
  /** The last ones that the caller may open again, the newest first. */
  closed: v.array(helpRequestValidator),
});
export type HelpQueue = Infer<typeof helpQueueValidator>;

export const WAIT_FIELDS = [
  "_id",
  "teamName",
  "topic",
  "askedAt",
  "state",
  "since",
  "waitedMs",
] as const;

/** A request that has ended, as organisers see it. */
export const helpWaitValidator = helpRequestValidator.pick(...WAIT_FIELDS);
export type HelpWait = Infer<typeof helpWaitValidator>;

/** A person's part in help requests, for the export of personal data. */
export const helpDataValidator = v.object({
  asked: v.array(
    helpRequestValidator.pick("topic", "place", "problem", "askedAt", "state"),
  ),
  taken: v.array(helpRequestValidator.pick("askedAt", "state", "since")),
});
export type HelpData = Infer<typeof helpDataValidator>;
