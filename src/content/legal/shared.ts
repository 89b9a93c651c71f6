import { mailTo } from "../contact";
import { event } from "../event";
import { links } from "../links";

/** The day from which all three legal pages apply. */
export const legalDate = "2025-04-22T00:00:00+05:30";

/** A link that writes to the organisers with this subject. */
export function organiserMail(topic: string) {
  const href = mailTo(`${topic} - ${event.edition}`);
  return { text: links.contactEmail, href };
}
