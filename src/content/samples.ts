/**
 * The sample values that are left in the content: what an organiser replaces before the site is published. A value is a
 * sample while it is as invented for this project, so replacing it is all that is needed. Part of no page that visitors
 * see.
 */
import type { Addresses } from "#convex/platform/shared/addresses";
import { privacyContact, venue } from "./contact";
import { links } from "#edition/links";
import { prizes } from "./prizes";
import {
  inventedPosition,
  inventedSponsors,
  inventedTracks,
} from "#edition/samples";
import { sponsorGroups } from "#edition/sponsors";

export type Samples = {
  what: string;
  values: readonly string[];
  /** Where visitors read it. */
  where: string;
  /** Where an organiser replaces it. */
  file: string;
  /** Whether the form of addresses replaces it too. */
  isInForm?: boolean;
};

const linkWords: Record<keyof typeof links, Pick<Samples, "what" | "where">> = {
  site: {
    what: "Address of this site",
    where: "link previews and search engines",
  },
  contactEmail: {
    what: "Contact address",
    where: "footer, contact page, FAQ, dashboard, legal pages",
  },
  registration: {
    what: "Registration page",
    where: "every button that leads to the registration",
  },
  preMeetup: { what: "Pre-meetup page", where: "banner of the landing page" },
  hackathonPlatform: {
    what: "Hackathon platform",
    where: "footer, contact page",
  },
  discord: {
    what: "Discord invitation",
    where: "footer, contact page, dashboard",
  },
  instagram: {
    what: "Instagram profile",
    where: "footer, contact page, dashboard",
  },
};

/** Whether the venue's street address is a sample. */
export function isVenueSample(
  addressLines: readonly string[] = venue.addressLines,
): boolean {
  return addressLines.some((line) => /\bsample\b/iu.test(line));
}

/** Whether an address is one of those that are reserved for examples (RFC 2606). */
export function isReserved(address: string): boolean {
  return /(?:\/\/|@|\.)example\.(?:com|org|net)(?:[/:?#]|$)/iu.test(address);
}

/**
 * The sample values that are left, by what they are.
 * @param siteOrigin the address of this site, if a build overrides it
 * @param addresses what organisers have set in place of some
 */
export function samplesLeft(
  siteOrigin: string = links.site,
  addresses: Addresses = {},
): Samples[] {
  const position = `${venue.latitude}, ${venue.longitude}`;
  const isSet = (name: string) => Object.hasOwn(addresses, name);
  const found: Samples[] = [
    ...Object.entries({ ...links, site: siteOrigin }).map(([name, value]) => ({
      ...linkWords[name as keyof typeof links],
      values: [value].filter((link) => !isSet(name) && isReserved(link)),
      file: "convex/edition/links.ts",
      isInForm: name !== "site",
    })),
    {
      what: "Address of the venue",
      values:
        isVenueSample() && !isSet("venueAddress")
          ? [venue.addressLines.join(", ")]
          : [],
      where: "footer, contact page",
      file: "convex/edition/contact.ts",
      isInForm: true,
    },
    {
      what: "Position of the venue",
      values: [position].filter(
        (value) => value === inventedPosition && !isSet("position"),
      ),
      where: "map of the contact page",
      file: "convex/edition/contact.ts",
      isInForm: true,
    },
    {
      what: "Contact for personal data",
      values: [privacyContact].filter((name) => /\bsample\b/iu.test(name)),
      where: "privacy policy",
      file: "convex/edition/contact.ts",
    },
    ...sponsorGroups.map(({ tier, sponsors }) => ({
      what: tier,
      values: sponsors
        .filter(({ id }) => inventedSponsors.has(id))
        .map(({ name }) => name),
      where: "landing page",
      file: "convex/edition/sponsors.ts",
    })),
    {
      what: "Sponsor tracks",
      values: prizes
        .flatMap(({ awards }) => awards.map(({ title }) => title))
        .filter((title) => inventedTracks.has(title)),
      where: "prizes on the landing page",
      file: "convex/edition/sponsors.ts",
    },
  ];
  return found.filter(({ values }) => values.length > 0);
}

/** The number of sample values. */
export function countOf(samples: readonly Samples[]): number {
  return samples.reduce((sum, { values }) => sum + values.length, 0);
}

/** The notice of a build and a start; empty if no sample value is left. */
export function samplesNotice(samples: readonly Samples[]): string {
  const count = countOf(samples);
  if (count === 0) return "";
  return `${count} sample ${count === 1 ? "value is" : "values are"} left in convex/edition/: \`npm run edition\` and the organisers' overview list what to replace before you publish.`;
}
