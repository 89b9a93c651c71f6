/** For link previews and search engines. Written into the prerendered pages only, so visitors never load it. */
import { formatDateLine } from "../lib/time/format-date";
import { venue } from "./contact";
import { event } from "./event";
import { descriptionOf } from "./page-descriptions";
import { pages } from "./pages";
import { isVenueSample } from "./samples";
import type { ContentImage } from "./schemas";

/** The picture of link previews; `.artwork/render.mjs` generates it. */
export const openGraphImage = {
  src: "/images/open-graph.png",
  width: 1200,
  height: 630,
  alt: `${event.edition}, ${event.hours}-hour hackathon, ${formatDateLine(event.firstDay, event.lastDay)}, ${event.city}`,
} as const satisfies ContentImage;

/** The picture of invitations, drawn by the same. */
export const invitationImage = {
  src: "/images/ticket.png",
  width: openGraphImage.width,
  height: openGraphImage.height,
  alt: `A ticket to ${event.edition} with one open slot`,
} as const satisfies ContentImage;

/**
 * The tags of `/join/CODE`, the same for every code: whoever asks for a preview learns nothing of a team, and no address
 * with a code is in them.
 */
export function invitationTags(origin: string): Record<string, string> {
  const { "og:url": _, ...tags } = openGraphTags(origin);
  return {
    ...tags,
    "og:title": "You are invited to a team",
    "og:description": descriptionOf(pages.join),
    "og:image": new URL(invitationImage.src, origin).href,
    "og:image:alt": invitationImage.alt,
  };
}

/** The Open Graph tags of the landing page; `origin` such as `https://hackarena.example`. */
export function openGraphTags(origin: string): Record<string, string> {
  const image = new URL(openGraphImage.src, origin).href;
  return {
    "og:type": "website",
    "og:site_name": event.edition,
    "og:locale": "en_IN",
    "og:title": `${event.edition}: ${event.hours}-hour student hackathon`,
    "og:description": descriptionOf(pages.landing),
    "og:url": new URL("/", origin).href,
    "og:image": image,
    "og:image:type": "image/png",
    "og:image:width": String(openGraphImage.width),
    "og:image:height": String(openGraphImage.height),
    "og:image:alt": openGraphImage.alt,
    "twitter:card": "summary_large_image",
  };
}

/** The event as schema.org data (`application/ld+json`). */
export function eventStructuredData(origin: string) {
  const url = new URL("/", origin).href;
  return {
    "@context": "https://schema.org",
    "@type": ["Event", "Hackathon"],
    name: event.edition,
    description: event.description,
    url,
    image: [new URL(openGraphImage.src, origin).href],
    startDate: event.firstDay.slice(0, 10),
    endDate: event.lastDay.slice(0, 10),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    isAccessibleForFree: true,
    inLanguage: "en-IN",
    location: place(),
    organizer: { "@type": "Organization", name: event.name, url },
    offers: {
      "@type": "Offer",
      price: "0",
      priceCurrency: "INR",
      url,
      // Without `availability`: organisers close the registration at run time.
      validFrom: event.registrationOpens,
    },
  };
}

/** The venue; only the city while the venue's address is a sample, because search engines keep what they read. */
function place() {
  const city = { addressLocality: event.city, addressCountry: "IN" };
  const street = venue.addressLines.slice(0, 2).join(", ");
  return {
    "@type": "Place",
    name: isVenueSample() ? event.city : venue.name,
    address: {
      "@type": "PostalAddress",
      ...(!isVenueSample() && { streetAddress: street }),
      ...city,
    },
  };
}
