/** People: their roles, what they enter, and what the functions return of them. */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import {
  email,
  name,
  optionalLine,
  refusing,
  literals,
} from "../../platform/shared/input";
import { link, tidyLink } from "../../platform/shared/links";
import { mailKindValidator } from "../../platform/shared/mail";
import {
  accountRoleValidator,
  teamRoleValidator,
} from "../../platform/shared/roles";
import { skillsSchema } from "./skills";

export const MAX_COLLEGE_LENGTH = 120;

/** A list of addresses, at most `max`. */
export function addresses(max: number) {
  return z.array(email).check(
    z.minLength(1, refusing("required", { label: "An address" }).error),
    z.refine(
      (emails) => emails.length <= max,
      refusing("too_many", { label: "addresses", max }),
    ),
  );
}

/** How many addresses have a place at most, and how many accounts one import changes; see people/places.ts. */
export const MAX_PLACES = 3_000;
export const MAX_CHANGED_PLACES = 4_000;

/** The addresses that the registration platform has confirmed. */
export const placesSchema = z.object({ emails: addresses(MAX_PLACES) });

/** Whether an import leaves the places that others have. */
export const importWayValidator = literals("add", "replace");
export type PlacesImport = {
  how: Infer<typeof importWayValidator>;
  emails: readonly string[];
};

const named = v.object({ name: v.string(), email: v.string() });

/** What an import would do. */
export const placesPlanValidator = v.object({
  /** The list that is there; null for none. */
  seen: v.nullable(v.id("placeLists")),
  gain: v.array(named),
  lose: v.array(named),
  /** How many accounts keep their place. */
  kept: v.number(),
  /** Imported addresses without an account. */
  strangers: v.array(v.string()),
  /** How many addresses without an account leave the list. */
  dropped: v.number(),
});
export type PlacesPlan = Infer<typeof placesPlanValidator>;

/** How many addresses the list holds, since when, how many the one before held, and until when that can be put back. */
export const placeListsValidator = v.nullable(
  v.object({
    addresses: v.number(),
    at: v.number(),
    before: v.number(),
    until: v.number(),
  }),
);
export type PlaceLists = Infer<typeof placeListsValidator>;

/** What an import did: how many accounts have a place now, how many got it and lost it. */
export const importedPlacesValidator = v.object({
  addresses: v.number(),
  confirmed: v.number(),
  added: v.number(),
  removed: v.number(),
});
export type ImportedPlaces = Infer<typeof importedPlacesValidator>;

const FIRST_GRADUATION_YEAR = 1980;
const LAST_GRADUATION_YEAR = 2040;

const impossibleYear = refusing("impossible_year", {
  first: FIRST_GRADUATION_YEAR,
  last: LAST_GRADUATION_YEAR,
});

/** A year, or null for none. A form passes NaN for text that is not a number. */
const graduationYear = z.nullable(
  z
    .number(impossibleYear.error)
    .check(
      z.refine(
        (year) =>
          Number.isInteger(year) &&
          year >= FIRST_GRADUATION_YEAR &&
          year <= LAST_GRADUATION_YEAR,
        impossibleYear,
      ),
    ),
);

const GITHUB_ADDRESS =
  /^https:\/\/(?:www\.)?github\.com\/[a-z\d][a-z\d-]*\/?$/iu;

/** The address of a profile, also from its name or from one of its tabs. */
function tidyProfile(typed: string): string {
  const address = tidyLink(typed);
  const [, name] = /^@?([a-z\d][a-z\d-]*)$/iu.exec(address) ?? [];
  return name === undefined
    ? address.replace(/[?#].*$/u, "")
    : `https://github.com/${name}`;
}

/**
 * The arguments of `users.update`: absent fields stay as they are; "" and null remove a
 * value.
 */
export const profileSchema = z.object({
  displayName: z.optional(name),
  college: z.optional(optionalLine("College", MAX_COLLEGE_LENGTH)),
  graduationYear: z.optional(graduationYear),
  skills: z.optional(skillsSchema),
  about: z.optional(optionalLine("About you", 160)),
  links: z.optional(
    z.object({
      github: z.optional(
        link(
          "GitHub",
          "https://github.com/asha-rao",
          undefined,
          tidyProfile,
          (address) => GITHUB_ADDRESS.test(address),
        ),
      ),
      portfolio: z.optional(link("Portfolio", "https://asha-rao.example")),
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

/** The arguments of `users.rename`. */
export const renameSchema = z.object({ name });

/** A team that a person is no longer in because of somebody else's act. */
export const lostTeamValidator = v.object({
  name: v.string(),
  how: literals("removed by leader", "removed by organiser", "disbanded"),
});
export type LostTeam = Infer<typeof lostTeamValidator>;

/** https addresses; empty if not given. */
export const profileLinksValidator = v.object({
  github: v.string(),
  portfolio: v.string(),
});

/** Profile fields, and whether they are all that the organisers need. */
export const profileTextsValidator = v.object({
  isProfileComplete: v.boolean(),
  college: v.string(),
  graduationYear: v.nullable(v.number()),
  skills: v.array(v.string()),
  about: v.string(),
  links: profileLinksValidator,
});
export type ProfileTexts = Infer<typeof profileTextsValidator>;

/**
 * A person's own profile. Missing texts are empty. `createdAt`: milliseconds since the
 * epoch.
 */
export const profileValidator = v.object({
  _id: v.id("users"),
  name: v.string(),
  displayName: v.string(),
  email: v.string(),
  image: v.nullable(v.string()),
  createdAt: v.number(),
  role: accountRoleValidator,
  teamId: v.nullable(v.id("teams")),
  teamRole: v.nullable(teamRoleValidator),
  lostTeam: v.nullable(lostTeamValidator),
  /** What the person says. */
  hasRegisteredPlace: v.boolean(),
  /** What the organisers' last import from the registration platform says. */
  hasConfirmedPlace: v.boolean(),
  /** Helps at the check-in desk. */
  isDeskHelper: v.boolean(),
  /** The kinds of mail that the person does not want. */
  mailOff: v.array(mailKindValidator),
  ...profileTextsValidator.fields,
});
export type Profile = Infer<typeof profileValidator>;
