/**
 * Addresses that organisers set, in place of those that `src/content/` gives the pages. An
 * empty one is not set.
 */
import * as z from "zod/mini";
import {
  link,
  optionalLine,
  optionalLongText,
  refusing,
  WEB_ADDRESS,
} from "./input";

const MAX_VENUE_LINES = 4;

function webAddress(label: string) {
  return link(label, WEB_ADDRESS, "https://hackarena.in/register");
}

const invalidEmail = refusing("invalid_email", {});
const invalidPosition = refusing("invalid_position", {});

/** The arguments of `settings.changeAddresses`. */
export const addressesSchema = z.object({
  registration: webAddress("Registration page"),
  preMeetup: webAddress("Pre-meetup page"),
  hackathonPlatform: webAddress("Hackathon platform"),
  discord: webAddress("Community invitation"),
  instagram: webAddress("Instagram profile"),
  contactEmail: optionalLine("Contact address", 254).check(
    z.refine((text) => text === "" || z.regexes.email.test(text), invalidEmail),
  ),
  venueName: optionalLine("Name of the venue", 80),
  /** Up to four lines. */
  venueAddress: optionalLongText("Address of the venue", 240).check(
    z.refine(
      (text) => text.split("\n").length <= MAX_VENUE_LINES,
      refusing("too_many", { label: "lines", max: MAX_VENUE_LINES }),
    ),
  ),
  /** "28.6139, 77.209": latitude and longitude. */
  position: optionalLine("Position of the venue", 60).check(
    z.refine(
      (text) => text === "" || positionOf(text) !== null,
      invalidPosition,
    ),
  ),
});

/** Those that are set. */
export type Addresses = Partial<z.output<typeof addressesSchema>>;

/** Reads a position; null if it is none on earth. */
export function positionOf(text: string) {
  const [, first, second] =
    /^(-?\d{1,2}(?:\.\d{1,8})?), ?(-?\d{1,3}(?:\.\d{1,8})?)$/u.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  const [latitude, longitude] = [Number(first), Number(second)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : null;
}
