/**
 * Change requests, which participants send to the organisers once team changes are
 * closed: what people may enter, and what the functions return. Times are milliseconds
 * since the epoch.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import {
  singleLine,
  optionalLine,
  literals,
} from "../../platform/shared/input";

const MAX_ANSWER_LENGTH = 300;

/** The organisers' answer to an approval; may be empty. */
export const approvalSchema = z.object({
  answer: z._default(optionalLine("Answer", MAX_ANSWER_LENGTH), ""),
});

/** Their answer when they decline. */
export const declineSchema = z.object({
  answer: singleLine("Answer", MAX_ANSWER_LENGTH),
});

/**
 * The kinds of change request: to leave the team, to leave it for another, to join one,
 * or something else that an organiser does manually.
 */
export const changeKindValidator = literals("leave", "swap", "join", "other");
export type ChangeKind = Infer<typeof changeKindValidator>;

/**
 * How a change request ended. "overtaken": the person's team changed in another way
 * before anyone answered.
 */
export const changeOutcomeValidator = literals(
  "approved",
  "declined",
  "withdrawn",
  "overtaken",
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

const RESTORABLE_MS = 60 * 60 * 1000;

/** Whether its sender has withdrawn a request, and can still take that back. */
export function isRestorable(
  { outcome, settledAt }: Partial<ChangeRequest>,
  now: number,
): boolean {
  return outcome === "withdrawn" && now - (settledAt ?? 0) < RESTORABLE_MS;
}
