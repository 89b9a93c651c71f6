/**
 * Addresses that organisers set, in place of those that `src/content/` gives the pages. An
 * empty one is not set.
 */
import * as z from "zod/mini";
import { optionalLine, optionalLongText, refusing } from "./input";
import { link } from "./links";
import { isEmail, tidyEmail } from "./pasted";
import { positionOf } from "./position";

const MAX_VENUE_LINES = 4;

function webAddress(label: string) {
  return link(label, "https://hackarena.in/register");
}

const invalidEmail = refusing("invalid_email", {});
const invalidPosition = refusing("invalid_position", {});

/** What fields and refusals call them. */
export const addressWords = {
  registration: "Registration page",
  preMeetup: "Pre-meetup page",
  hackathonPlatform: "Hackathon platform",
  discord: "Community invitation",
  instagram: "Instagram profile",
  contactEmail: "Contact address",
  venueName: "Name of the venue",
  venueAddress: "Address of the venue",
  position: "Position of the venue",
};

/** The arguments of `settings.changeAddresses`: those that are to change. */
export const addressesSchema = z.object({
  registration: webAddress(addressWords.registration),
  preMeetup: webAddress(addressWords.preMeetup),
  hackathonPlatform: webAddress(addressWords.hackathonPlatform),
  discord: webAddress(addressWords.discord),
  instagram: webAddress(addressWords.instagram),
  contactEmail: optionalLine(addressWords.contactEmail, 254, tidyEmail).check(
    z.refine((text) => text === "" || isEmail(text), invalidEmail),
  ),
  venueName: optionalLine(addressWords.venueName, 80),
  /** Up to four lines. */
  venueAddress: optionalLongText(addressWords.venueAddress, 240).check(
    z.refine(
      (text) => text.split("\n").length <= MAX_VENUE_LINES,
      refusing("too_many", { label: "lines", max: MAX_VENUE_LINES }),
    ),
  ),
  /** "28.6139, 77.209": latitude and longitude. */
  position: optionalLine(addressWords.position, 60).check(
    z.refine(
      (text) => text === "" || positionOf(text) !== null,
      invalidPosition,
    ),
  ),
});

/** Those that are set. */
export type Addresses = Partial<z.output<typeof addressesSchema>>;
