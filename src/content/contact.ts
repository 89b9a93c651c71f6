/** Contact details. The venue's address and position are sample values, as are the addresses in `links.ts`. */
import { event } from "./event";
import { links } from "./links";
import type { ContentImage, ContentLink } from "./schemas";

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

/** Who answers questions about personal data; a sample value. */
export const privacyContact = "Sample Organiser";

export const venue = {
  name: "Lecture Hall Complex",
  addressLines: [
    "Sample University",
    "1 Sample Marg",
    `${event.city} 110001`,
    "India",
  ],
  latitude: 28.6139,
  longitude: 77.209,
  map: {
    title: "Map of the venue",
    /** The iframe's address; loading it contacts OpenStreetMap. */
    embedHref:
      "https://www.openstreetmap.org/export/embed.html?bbox=77.199%2C28.607%2C77.219%2C28.6208&layer=mapnik&marker=28.6139%2C77.209",
    href: "https://www.openstreetmap.org/?mlat=28.6139&mlon=77.209#map=16/28.6139/77.209",
    /** Shown until the map has loaded. */
    poster: {
      src: "/images/venue-map.svg",
      width: 800,
      height: 450,
      alt: "",
    } satisfies ContentImage,
  },
} as const;

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
