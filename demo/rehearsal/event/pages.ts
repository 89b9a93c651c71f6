/** What a participant has open beside what they do. */
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import type { Person } from "../person";

/** All pages of one time send the same; a page sends the time at which it knows of a change. */
const at = 0;

/** What the dashboard asks for; tests/e2e/phases.test.ts compares it with the page. */
export const DASHBOARD = {
  forAll: [
    [api.settings.current, {}],
    [api.schedule.list, {}],
    [api.judging.published, {}],
    [api.settings.teamChanges, { at }],
    [api.settings.submissions, { at }],
  ],
  /** With the read key of notices. */
  notices: [api.announcements.list, api.resources.list],
  own: [
    [api.users.me, {}],
    [api.teams.mine, {}],
    [api.projects.workbench, {}],
    [api.judging.judgesHere, {}],
    [api.checkIns.pass, {}],
  ],
} as const;

export async function openDashboard(person: Person): Promise<void> {
  for (const [query, args] of [...DASHBOARD.forAll, ...DASHBOARD.own])
    person.watch(query, args);
  const readKey = await noticeReadKeyOf(person);
  for (const query of DASHBOARD.notices) person.watch(query, { at, readKey });
}

/** Calls back with each answer that the person's pages get. */
export async function watchAnnouncements(
  person: Person,
  onAnswer: (answer: FunctionReturnType<typeof api.announcements.list>) => void,
): Promise<void> {
  const readKey = await noticeReadKeyOf(person);
  person.watch(api.announcements.list, { at, readKey }, onAnswer);
}

async function noticeReadKeyOf(person: Person): Promise<string> {
  const me = await person.query(api.users.me, {});
  return me?.noticeReadKey ?? "";
}
