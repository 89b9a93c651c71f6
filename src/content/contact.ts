/** Contact details. */
import { event } from "./event";
import { links } from "#edition/links";
import { privacyContact, venue as place } from "#edition/contact";
import type { ContentLink } from "./schemas";

export const contact = {
  heading: "Talk to us",
  introduction:
    "A question, an idea, a problem: the organisers are students like you, and they answer.",
  formHeading: "Send us a Message",
  email: links.contactEmail,
  responseTime: "24-48 hours on weekdays",
  callToAction: {
    title: "Bring your squad",
    text: "Registration is free. Questions get quicker answers on Discord.",
  },
} as const;

export { privacyContact };

export const venue = {
  ...place,
  map: {
    title: "Map of the venue",
    href: mapOf(place),
    /** The iframe's address; loading it contacts OpenStreetMap. */
    embedHref: mapOf(place, true),
    /** Shown until the map has loaded. */
    poster: { src: "/images/venue-map.svg", width: 800, height: 450, alt: "" },
  },
} as const;

/** The address of OpenStreetMap's page about a place, or of what a page embeds. */
export function mapOf(
  { latitude, longitude }: { latitude: number; longitude: number },
  isEmbedded = false,
): string {
  if (!isEmbedded)
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const box = [
    longitude - 0.01,
    latitude - 0.0069,
    longitude + 0.01,
    latitude + 0.0069,
  ].map((degrees) => Number(degrees.toFixed(4)));
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box.join("%2C")}&layer=mapnik&marker=${latitude}%2C${longitude}`;
}

export const socialLinks = [
  { id: "instagram", label: "Instagram", href: links.instagram },
  { id: "discord", label: "Discord", href: links.discord },
  {
    id: "hackathon-platform",
    label: "Hackathon platform",
    href: links.hackathonPlatform,
  },
] as const satisfies readonly ContentLink[];

/** Subject lines by which the organisers sort their mail. */
export const mailSubjects = {
  sponsorship: `Sponsorship Inquiry - ${event.edition}`,
  venueVisit: `Venue Visit - ${event.edition}`,
  mentorOrJudge: `Mentor/Judge Application - ${event.edition}`,
} as const;

/** A `mailto:` link to the organisers with this subject. */
export function mailTo(subject: string): string {
  return `mailto:${links.contactEmail}?subject=${encodeURIComponent(subject)}`;
}
