/** The event in words, from the facts of the edition (`convex/edition/facts.ts`). */
import { facts } from "#edition/facts";
import { inWords } from "../lib/in-words";

export const event = {
  ...facts,
  /** Whether the name has longer lines than those for which screens were drawn. */
  isLong: facts.lines.some(({ length }) => length > 5),
  format: `${facts.hours} HOUR HACKATHON`,
  description: `A national, esports-themed hackathon for college students across India. Come alone or as a team of up to ${inWords(facts.team.max)}. No registration fee.`,
} as const;
