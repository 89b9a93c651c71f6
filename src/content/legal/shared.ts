import { mailTo } from "../contact";
import { event } from "../event";
import { links } from "#edition/links";

/** A link that writes to the organisers with this subject. */
export function organiserMail(topic: string) {
  const href = mailTo(`${topic} - ${event.edition}`);
  return { text: links.contactEmail, href };
}
