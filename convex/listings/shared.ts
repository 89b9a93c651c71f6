/**
 * Listings (the cards of people who look for a team, the openings of teams that look for
 * people), requests between the two, hiding and reporting: limits, what people may enter,
 * and what the functions return. Times are milliseconds since the epoch.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import {
  singleLine,
  longText,
  optionalLine,
  literals,
} from "../platform/shared/input";
import { skillsSchema } from "../people/shared/skills";

const MAX_CARD_LENGTH = 160;
const MAX_OPENING_LENGTH = 200;
const MAX_NOTE_LENGTH = 200;
const MAX_REASON_LENGTH = 500;
/** Open requests, whichever side sent them. */
export const MAX_REQUESTS_OF_PERSON = 5;
export const MAX_REQUESTS_OF_TEAM = 10;
/** How many people and teams one person can hide. */
export const MAX_HIDDEN = 200;

const skills = z._default(skillsSchema, []);

/** The card of a person. */
export const cardSchema = z.object({
  text: optionalLine("Your line", MAX_CARD_LENGTH),
  skills,
});

/** The opening of a team, with the skills that it looks for. */
export const openingSchema = z.object({
  text: singleLine("What you are building", MAX_OPENING_LENGTH),
  skills,
});

export const noteSchema = z.object({
  note: z._default(optionalLine("Note", MAX_NOTE_LENGTH), ""),
});

/** Why someone is reported, or why a team should change. */
export const reasonSchema = z.object({
  reason: longText("Reason", MAX_REASON_LENGTH),
});

/** The two kinds of listing, and the two sides of a request. */
export const kindValidator = literals("person", "team");
export type Kind = Infer<typeof kindValidator>;

/** A person or a team: whose listing it is, or the target of a request, a hiding or a report. */
export const subjectValidator = v.union(v.id("users"), v.id("teams"));
export type Subject = Infer<typeof subjectValidator>;

/**
 * What a list is filtered by besides a skill: the college of people, or the least number
 * of free slots of teams.
 */
export const facetValidator = v.union(v.string(), v.number());
export type Facet = Infer<typeof facetValidator>;

/** Returns a facet in the form that is compared: letter case is ignored. */
export function facetKey(facet: Facet): Facet {
  return typeof facet === "string" ? facet.toLowerCase() : facet;
}

/** What is stored of a listing and shown to everyone who is signed in. */
export const listingFields = {
  kind: kindValidator,
  subject: subjectValidator,
  name: v.string(),
  /** Of a person; may be empty. */
  college: v.string(),
  /** Of a team; 0 for a person. */
  freeSlots: v.number(),
  /** A person's line, which may be empty, or what a team is building. */
  text: v.string(),
  /** A person's, or those that a team looks for. */
  skills: v.array(v.string()),
};

export const listingValidator = v.object({
  _id: v.id("listings"),
  ...listingFields,
  shownAt: v.number(),
});
export type Listing = Infer<typeof listingValidator>;

/**
 * How a request ended. The last four are lapses: the request could no longer be
 * accepted.
 */
export const requestOutcomeValidator = literals(
  "accepted",
  "declined",
  "withdrawn",
  "person in a team",
  "team full",
  "team closed",
  "team gone",
);
export type RequestOutcome = Infer<typeof requestOutcomeValidator>;

const ANSWERS: Partial<Record<RequestOutcome, string>> = {
  declined: "declined your request",
  "team full": "is full now",
  "team closed": "is closed to newcomers now",
  "team gone": "has ended",
};

/**
 * Returns what an answer to a person's request says after the team's name; null for what
 * they know: that they are in a team, or have withdrawn it.
 */
export function answerInWords(outcome?: RequestOutcome): string | null {
  return (outcome && ANSWERS[outcome]) ?? null;
}

/** Returns the same for a team's offer, after the person's name. */
export function offerAnswerInWords(outcome?: RequestOutcome): string | null {
  if (outcome === "accepted") return "took your offer and is in your team";
  return outcome === "declined" ? "declined your offer" : null;
}

/**
 * Returns the sentence about those who wait for an answer: people who ask a team, or teams
 * that offer a slot. There is at least one name.
 */
export function askedInWords(names: readonly string[], by: Kind): string {
  const [who, verb] =
    names.length === 1
      ? [names[0], "s"]
      : [`${names.length} ${by === "person" ? "people" : "teams"}`, ""];
  return by === "person"
    ? `${who} ask${verb} to join.`
    : `${who} offer${verb} you a slot.`;
}

/** A request as both of its sides see it. */
export const requestValidator = v.object({
  _id: v.id("requests"),
  /** The side that the caller is on. */
  side: kindValidator,
  /** The person, or the team through its leader. */
  sentBy: kindValidator,
  uid: v.id("users"),
  personName: v.string(),
  /** The person's card, for the team, while it is shown. */
  card: v.nullable(listingValidator),
  teamId: v.id("teams"),
  teamName: v.string(),
  note: v.string(),
  sentAt: v.number(),
  /** Null while it is open. */
  outcome: v.nullable(requestOutcomeValidator),
  settledAt: v.nullable(v.number()),
});
export type Request = Infer<typeof requestValidator>;

/** How long a request can be opened again by the side that has ended it. */
const REOPENABLE_MS = 60 * 60 * 1000;

/** Whether the reader's side has declined or withdrawn the request, and can still take that back. */
export function isReopenable(
  {
    side,
    sentBy,
    outcome = null,
    settledAt = null,
  }: Pick<Request, "side" | "sentBy"> & Partial<Request>,
  now: number,
): boolean {
  return (
    outcome === (side === sentBy ? "withdrawn" : "declined") &&
    now - (settledAt ?? 0) < REOPENABLE_MS
  );
}

/** What waits for the caller's answer, and the answer that they got themselves. */
export const requestNewsValidator = v.object({
  /**
   * For a leader, the people who ask to join; for a person without a team, the teams that
   * offer a slot. Names, the oldest request first; empty for everyone else.
   */
  askedBy: v.array(v.string()),
  /** The teams that a person without one has asked and that have not answered. */
  asked: v.array(v.string()),
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
  target: subjectValidator,
  name: v.string(),
});
export type Hiding = Infer<typeof hidingValidator>;

/** A report as organisers see it. */
export const reportValidator = v.object({
  _id: v.id("reports"),
  reporterId: v.id("users"),
  reporterName: v.string(),
  /** How many open reports the reporter has, among those that were read. */
  openOfReporter: v.number(),
  /** How many people have an open report about the target, among the same. */
  openAboutTarget: v.number(),
  target: subjectValidator,
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

/** The reports that organisers see at once. */
export const reportsValidator = v.object({
  /** Of each person and team that is reported the first and the newest report; the oldest first. */
  open: v.array(reportValidator),
  /** How many people and teams are not shown; if not `isComplete`, at least so many. */
  more: v.number(),
  isComplete: v.boolean(),
  /** The last fifty, the last settled first. */
  settled: v.array(reportValidator),
});
export type Reports = Infer<typeof reportsValidator>;
