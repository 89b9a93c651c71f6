/**
 * What organisers may enter, for forms and server. Apart from `schemas.ts`, so
 * that nobody else loads it.
 */
import * as z from "zod/mini";
import * as Limits from "./limits";
import { refusing, teamName } from "./schemas";

/** The arguments with which an organiser renames a team. */
export const renameTeamSchema = z.object({ name: teamName });

/** A required instant that a `Date` can hold. A form gives NaN for an incomplete date. */
export function instant(label: string) {
  const missing = refusing("required", { label });
  return z
    .number(missing.error)
    .check(z.refine((ms) => ms >= 0 && ms <= Limits.LAST_INSTANT_MS, missing));
}

/** The time at which team changes close. */
export const closingTimeSchema = z.object({
  teamChangesCloseAt: instant("Time at which team changes close"),
});

/** The times at which submissions open and close; either may be missing. */
export const submissionTimesSchema = z
  .object({
    submissionsOpenAt: z.optional(instant("Time at which submissions open")),
    submissionsCloseAt: z.optional(instant("Time at which submissions close")),
  })
  .check(
    z.refine(
      ({ submissionsOpenAt: opens, submissionsCloseAt: closes }) =>
        opens === undefined || closes === undefined || opens < closes,
      {
        ...refusing("closes_before_it_opens", {}),
        path: ["submissionsCloseAt"],
      },
    ),
  );
