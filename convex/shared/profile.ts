/**
 * Schemas of profiles, for the form and the server. Apart from `schemas.ts`, so that
 * the pages of visitors do not load them.
 */
import * as z from "zod/mini";
import * as Limits from "./limits";
import { name, optionalLine, refusing } from "./schemas";
import { skillsSchema } from "./skills";
import { tidyLine } from "./text";

const impossibleYear = refusing("impossible_year", {
  first: Limits.FIRST_GRADUATION_YEAR,
  last: Limits.LAST_GRADUATION_YEAR,
});

/** A year, or null for none. A form passes NaN for text that is not a number. */
const graduationYear = z.nullable(
  z
    .number(impossibleYear.error)
    .check(
      z.refine(
        (year) =>
          Number.isInteger(year) &&
          year >= Limits.FIRST_GRADUATION_YEAR &&
          year <= Limits.LAST_GRADUATION_YEAR,
        impossibleYear,
      ),
    ),
);

/**
 * `https` and a name with a dot: no script, no password, no address of a network. The
 * parts of the name have no dot, so that no text can be divided into them in many ways:
 * finding that none fits would take half a second.
 */
export const WEB_ADDRESS =
  /^https:\/\/[^\s/@:?#.]+(?:\.[^\s/@:?#.]+)+\.?(?:[/?#]\S*)?$/iu;
const GITHUB_ADDRESS =
  /^https:\/\/(?:www\.)?github\.com\/[a-z\d][a-z\d-]*\/?$/iu;

/** Adds `https://` to an address without a scheme. */
function withScheme(typed: string): string {
  const address = tidyLine(typed);
  return address === "" || /^[a-z][a-z\d+.-]*:/iu.test(address)
    ? address
    : `https://${address}`;
}

/** An address that may be empty, with its scheme added where it was left out. */
export function link(
  label: string,
  pattern: RegExp,
  example: string,
  maxLength: number = Limits.MAX_LINK_LENGTH,
) {
  return optionalLine(label, maxLength).check(
    z.overwrite(withScheme),
    z.refine(
      (address) => address === "" || pattern.test(address),
      refusing("invalid_link", { label, example }),
    ),
    z.refine(
      (address) => address.length <= maxLength,
      refusing("too_long", { label, maxLength }),
    ),
  );
}

/**
 * The arguments of `users.update`: absent fields stay as they are; "" and null remove a
 * value.
 */
export const profileSchema = z.object({
  displayName: z.optional(name),
  college: z.optional(optionalLine("College", Limits.MAX_COLLEGE_LENGTH)),
  graduationYear: z.optional(graduationYear),
  skills: z.optional(skillsSchema),
  about: z.optional(optionalLine("About you", Limits.MAX_ABOUT_LENGTH)),
  links: z.optional(
    z.object({
      github: z.optional(
        link("GitHub", GITHUB_ADDRESS, "https://github.com/asha-rao"),
      ),
      portfolio: z.optional(
        link("Portfolio", WEB_ADDRESS, "https://asha-rao.example"),
      ),
    }),
  ),
});

/** What `profileSchema` returns. */
export type ProfileChange = z.output<typeof profileSchema>;

/**
 * Returns true if the profile has what the organisers need: college and year. Every
 * account has a name.
 */
export function isComplete({
  college,
  graduationYear,
}: {
  college: string;
  graduationYear: number | null;
}): boolean {
  return college !== "" && graduationYear !== null;
}
