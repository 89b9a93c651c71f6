/** What holds together in the facts of an edition (`convex/edition/facts.ts`), in sentences. Applied to them by builds and a test. */
import { z } from "zod";

/** The start of a day in India. */
const day = z.iso
  .datetime({ offset: true })
  .endsWith("T00:00:00+05:30", "A day begins at T00:00:00+05:30.");
const words = z.string().trim().min(1, "Say it in a word or more.");
const count = z.int().positive("Give a whole number, at least 1.");

export const factsSchema = z
  .strictObject({
    name: words.max(40, "A name has 40 letters at most."),
    lines: z
      .array(words.max(14, "A line of the name has 14 letters at most."))
      .max(4, "The first screen has room for four lines.")
      .readonly(),
    edition: words.max(60, "The edition has 60 letters at most."),
    hours: count,
    registrationOpens: day,
    registrationDeadline: day,
    preEventDay: day,
    teamFinalization: day,
    firstDay: day,
    lastDay: day,
    city: words,
    venue: words,
    team: z
      .strictObject({
        min: count,
        max: count
          .min(2, "A team has room for two at least.")
          .max(6, "A team has room for six at most."),
      })
      .readonly(),
    places: z.strictObject({ teams: count, people: count }).readonly(),
    mentors: count,
  })
  .superRefine((facts, ctx) => {
    const claim = (holds: boolean, message: string) => {
      if (!holds) ctx.addIssue({ code: "custom", message });
    };
    const at = (instant: string) => Date.parse(instant);
    const { team, places, lines, name } = facts;
    claim(
      lines.join("") === name.replaceAll(" ", ""),
      "The lines of the name must spell the name.",
    );
    claim(
      at(facts.registrationOpens) < at(facts.registrationDeadline),
      "Registration must open before its deadline.",
    );
    claim(
      at(facts.teamFinalization) < at(facts.firstDay),
      "Teams must be final before the first day.",
    );
    claim(
      at(facts.firstDay) <= at(facts.lastDay),
      "The first day must come before the last.",
    );
    const days = (at(facts.lastDay) - at(facts.firstDay)) / 86_400_000 + 1;
    claim(
      facts.hours <= days * 24,
      "The hours must fit between the first day and the last.",
    );
    claim(team.min <= team.max, "The smallest team must fit into the largest.");
    claim(
      places.people <= places.teams * team.max,
      "The people must fit into the teams.",
    );
  });

/** What is wrong with an edition, a sentence each. */
export function faultsOf(facts: unknown): string[] {
  const { error } = factsSchema.safeParse(facts);
  return (error?.issues ?? []).map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
}

export type Facts = Readonly<z.infer<typeof factsSchema>>;
