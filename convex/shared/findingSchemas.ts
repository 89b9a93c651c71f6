/**
 * Schemas for finding a team and for change requests; for forms and server. Apart from
 * `schemas.ts`, so that the pages of visitors do not load them.
 */
import * as z from "zod/mini";
import * as Limits from "./limits";
import { line, longText, optionalLine } from "./schemas";
import { skillsSchema } from "./skills";

/** A card. What is absent comes from the profile. */
export const cardSchema = z.object({
  skills: z.optional(skillsSchema),
  line: z.optional(optionalLine("Your line", Limits.MAX_CARD_LINE_LENGTH)),
});

export const openingSchema = z.object({
  building: line("What you are building", Limits.MAX_BUILDING_LENGTH),
  skills: z._default(skillsSchema, []),
});

export const noteSchema = z.object({
  note: z._default(optionalLine("Note", Limits.MAX_NOTE_LENGTH), ""),
});

/** Why someone is reported, or why a team should change. */
export const reasonSchema = z.object({
  reason: longText("Reason", Limits.MAX_REASON_LENGTH),
});

/** The organisers' answer to an approval; may be empty. */
export const approvalSchema = z.object({
  answer: z._default(optionalLine("Answer", Limits.MAX_ANSWER_LENGTH), ""),
});

/** Their answer when they decline. */
export const declineSchema = z.object({
  answer: line("Answer", Limits.MAX_ANSWER_LENGTH),
});

/** A college in the form that filters compare. */
export function collegeKey(college: string): string {
  return college.toLowerCase();
}
