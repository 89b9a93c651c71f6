/** The pages of the organisers' area: their addresses, and what they are called. */
import { event } from "../../content/event";
import type { Page } from "../../content/schemas";
import { paths } from "../../paths";

/**
 * `segment`: the part of the address after the area's own; empty for where it begins.
 */
type AnySection = { segment: string; label: string; page: Page };

export const sections = [
  {
    segment: "",
    label: "Overview",
    page: pageOf("Overview", "The event in numbers, as they are now."),
  },
  {
    segment: "participants",
    label: "Participants",
    page: pageOf("Participants", "Everybody who has an account."),
  },
  {
    segment: "teams",
    label: "Teams",
    page: pageOf("Teams", "Every team with its members."),
  },
  {
    segment: "messages",
    label: "Messages",
    page: pageOf("Messages", "What came by the contact form."),
  },
  {
    segment: "subscribers",
    label: "Subscribers",
    page: pageOf("Subscribers", "Who wants news by e-mail."),
  },
  {
    segment: "announcements",
    label: "Announcements",
    page: pageOf("Announcements", "What every dashboard says, and when."),
  },
  {
    segment: "settings",
    label: "Settings",
    page: pageOf("Settings", "What is open and what is shown."),
  },
  {
    segment: "audit-log",
    label: "Audit log",
    page: pageOf("Audit log", "Who changed what, and when."),
  },
] as const satisfies readonly AnySection[];

export type Section = (typeof sections)[number];
export type SectionSegment = Section["segment"];

/** The address of a section. */
export function addressOf(segment: SectionSegment): string {
  return segment === "" ? paths.organiser : `${paths.organiser}/${segment}`;
}

/** @param rest what follows the area's own address */
export function findSection(rest: string): Section | undefined {
  const wanted = rest.replace(/\/+$/u, "");
  return sections.find(({ segment }) => segment === wanted);
}

function pageOf(label: string, description: string): Page {
  return {
    title: `${label} · Organisers`,
    description: `${description} For the organisers of ${event.edition}.`,
  };
}
