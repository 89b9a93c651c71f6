import type { Moment } from "#convex/checkIns/shared/checkIns";
import type { DeskPerson } from "#convex/judging/shared/desk";
import { teamAtDesk } from "#convex/judging/shared/desk";
import { event } from "../../content/event";
import type { Page } from "../../content/schemas";
import { formatTime } from "../../lib/time/format-time";
import type { CameraTrouble } from "./camera";
import type { Verdict } from "./verdict";

/** The page's title once the right is known; see `content/pages.ts`. */
export const deskWords: Page = { title: "Check-in" };

/** One word for each verdict, and whether to look or to stop. */
export const verdicts = {
  valid: { word: "Valid", sign: "look" },
  found: { word: "Found", sign: "look" },
  unlisted: { word: "Unlisted", sign: "stop" },
  already: { word: "Already", sign: "stop" },
  invalid: { word: "Invalid", sign: "stop" },
} as const satisfies Record<
  Verdict["kind"],
  { word: string; sign: "look" | "stop" }
>;

export function whenAndWhere({ at, desk }: Moment): string {
  return `${formatTime(at)}, ${desk}`;
}

export function inSince(moment: Moment): string {
  return `In since ${whenAndWhere(moment)}`;
}

export function collegeAndTeam({ college, teamName }: DeskPerson): string {
  return [college, teamName ?? "No team"].filter(Boolean).join(" · ");
}

/**
 * "3 of 4 here. Missing: Kiran Das". Empty without a team.
 * @param isAtDesk counts the person, who is in front of the desk
 */
export function teamInWords(
  people: readonly DeskPerson[],
  { uid, teamId }: DeskPerson,
  isAtDesk = false,
): string {
  const { here, missing } = teamAtDesk(people, teamId);
  const all = here.length + missing.length;
  if (all === 0) return "";
  const away = missing.filter((it) => !isAtDesk || it.uid !== uid);
  if (away.length === 0) return `All ${all} here`;
  const names = away.map(({ name }) => name).join(", ");
  return `${all - away.length} of ${all} here. Missing: ${names}`;
}

export const troubles: Record<CameraTrouble, { title: string; way: string }> = {
  denied: {
    title: "The camera is blocked",
    way: "Allow it in the browser's settings for this site, then try again. Until then, take a photo of the code, or search by name.",
  },
  insecure: {
    title: "No camera without HTTPS",
    way: `This address is plain HTTP, where browsers give no camera. Take a photo of the code, or search by name. Organisers of ${event.edition} see in their overview how to mend it.`,
  },
  absent: {
    title: "No camera here",
    way: "Choose a photo of the code, or search by name.",
  },
  busy: {
    title: "The camera does not start",
    way: "Another app may use it: close that, then try again. Or take a photo of the code, or search by name.",
  },
};
