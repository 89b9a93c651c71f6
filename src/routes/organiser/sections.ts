/** The sections of the organisers' area: address, title and a line about each. */
import { event } from "../../content/event";
import type { Page } from "../../content/schemas";
import { paths } from "../../paths";

export type Section = {
  label: string;
  lead: string;
  page: Page;
};

/** By the last part of the address, in the order of the navigation. */
export const sections = {
  "": section("Overview", "The event in numbers, as they are now."),
  participants: section("Participants", "Everybody who has an account."),
  teams: section("Teams", "Every team with its members."),
  messages: section("Messages", "What came by the contact form."),
  subscribers: section("Subscribers", "Who wants news by e-mail."),
  announcements: section(
    "Announcements",
    "What every dashboard says, and from when.",
  ),
  settings: section("Settings", "What is open, and what is shown."),
  "audit-log": section(
    "Audit log",
    "The last 200 actions: who did what, and when.",
  ),
} as const satisfies Record<string, Section>;

export type SectionSegment = keyof typeof sections;

export const segments = Object.keys(sections).filter(isSegment);

export function addressOf(segment: SectionSegment): string {
  return segment === "" ? paths.organiser : `${paths.organiser}/${segment}`;
}

/** @param rest the address after `/organiser/` */
export function findSegment(rest: string): SectionSegment | undefined {
  const wanted = rest.replace(/\/+$/u, "");
  return isSegment(wanted) ? wanted : undefined;
}

function isSegment(text: string): text is SectionSegment {
  return Object.hasOwn(sections, text);
}

function section(label: string, lead: string): Section {
  const title = `${label} · Organisers`;
  const description = `${lead} For the organisers of ${event.edition}.`;
  return { label, lead, page: { title, description } };
}
