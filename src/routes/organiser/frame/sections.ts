/** The screens of the organisers' area, and the seven sections that they are in. */
import type { Page } from "../../../content/schemas";
import { paths } from "../../../paths";

/** By the first part of the address, in the order of the navigation. */
export const sections = {
  "": "Overview",
  people: "People",
  teams: "Teams",
  projects: "Projects",
  judging: "Judging",
  news: "News",
  settings: "Settings",
} as const;

export type Section = keyof typeof sections;

/** By address, in the order of the tabs. To add one, add a line here, and one in `area.tsx`. */
export const screens = {
  "": screen("Overview", "What needs you now, and the numbers."),
  people: screen("Participants", "Everyone who takes part, with their teams."),
  "people/places": screen(
    "Places",
    "Confirmed places, imported from the registration platform.",
  ),
  "people/roles": screen(
    "Roles",
    "Organisers, judges and mentors, and who is invited to be one.",
  ),
  "people/arrivals": screen(
    "Arrivals",
    "Who has been checked in, when and where.",
  ),
  "people/subscribers": screen(
    "Subscribers",
    "Everyone who wants news by email.",
  ),
  teams: screen("Teams", "Every team with its members."),
  "teams/requests": screen(
    "Requests",
    "Reports of each other, and changes of teams that participants ask for.",
  ),
  projects: screen("Projects", "Drafts and hand-ins of all teams."),
  judging: screen(
    "Judging",
    "Rubric, judges, who judges what, and the results.",
  ),
  news: screen("Announcements", "What participants read on their dashboards."),
  "news/schedule": screen("Schedule", "What happens when, and where."),
  "news/resources": screen("Resources", "The links that help participants."),
  "news/messages": screen("Messages", "Messages from the contact form."),
  settings: screen("Times", "What is open, and what is shown."),
  "settings/screens": screen("Screens", "What the screens of the hall show."),
  "settings/addresses": screen(
    "Addresses",
    "Where the pages lead to, and where the event is.",
  ),
  "settings/log": screen(
    "Audit log",
    "The last 200 actions: who did what, and when.",
  ),
} as const;

export type ScreenName = keyof typeof screens;

export const screenNames = Object.keys(screens).filter(isScreen);

export function addressOf(name: ScreenName): string {
  return name === "" ? paths.organiser : `${paths.organiser}/${name}`;
}

/** @param rest the address after `/organiser/` */
export function findScreen(rest: string): ScreenName | undefined {
  const wanted = rest.replace(/\/+$/u, "");
  return isScreen(wanted) ? wanted : undefined;
}

export function sectionOf(name: ScreenName): Section {
  return name.split("/")[0] as Section;
}

export function screensIn(section: Section): ScreenName[] {
  return screenNames.filter((name) => sectionOf(name) === section);
}

function isScreen(text: string): text is ScreenName {
  return Object.hasOwn(screens, text);
}

function screen(label: string, lead: string) {
  const page: Page = { title: `${label} · Organisers` };
  return { label, lead, page };
}
