/** The sections of the organisers' area: address, title and a line about each. */
import { event } from "../../../content/event";
import type { Page } from "../../../content/schemas";
import { paths } from "../../../paths";

export type Section = {
  label: string;
  lead: string;
  page: Page;
};

/** By the last part of the address, in the order of the navigation. */
export const sections = {
  "": section("Overview", "The event in numbers, as they are now."),
  participants: section(
    "Participants",
    "Everyone who takes part, with their teams.",
  ),
  teams: section("Teams", "Every team with its members."),
  projects: section(
    "Projects",
    "What every team makes, and what is handed in.",
  ),
  requests: section(
    "Requests",
    "Changes of teams that participants ask for, and reports of each other.",
  ),
  judging: section(
    "Judging",
    "Rubric, judges, who judges what, and the results.",
  ),
  messages: section("Messages", "Messages from the contact form."),
  subscribers: section("Subscribers", "Everyone who wants news by email."),
  announcements: section(
    "Announcements",
    "What participants read on their dashboards.",
  ),
  dates: section("Dates", "The upcoming events on every dashboard."),
  resources: section("Resources", "The links that help participants."),
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
