/** What people have open beside what they do; tests/e2e/page-cost.test.ts compares it with the pages. */
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
} from "convex/server";
import type { Value } from "convex/values";
import { api } from "#convex/_generated/api";
import type { DeskArrivals } from "#convex/checkIns/shared/checkIns";
import { nextAfter } from "#convex/judging/shared/desk";
import type { Person } from "./person";

/** All pages of one time send the same; a page sends the time at which it knows of a change. */
const at = 0;

type Query = FunctionReference<"query">;
export type Questions = readonly (readonly [Query, Record<string, Value>])[];

/** What every page of the portal asks for. */
export const PORTAL: Questions = [
  [api.settings.current, {}],
  [api.settings.teamChanges, { at }],
  [api.schedule.list, {}],
  [api.users.me, {}],
  [api.teams.mine, {}],
  [api.checkIns.pass, {}],
];
/** The same, with the read key of notices. */
export const NOTICES = [api.announcements.list, api.resources.list] as const;

/** What each page asks for besides. */
export const PAGES = {
  dashboard: [
    [api.settings.submissions, { at }],
    [api.projects.workbench, {}],
    [api.judging.published, {}],
    [api.judging.judgesHere, {}],
  ],
  organisers: [
    [api.settings.submissions, { at }],
    [api.organiser.overview, {}],
    [api.organiser.waiting, {}],
    [api.checkIns.arrivals, {}],
    [api.help.waits, {}],
    [api.push.works, {}],
    [api.judging.published, {}],
  ],
  desk: [
    [api.checkIns.list, {}],
    [api.checkIns.arrived, {}],
  ],
  helpers: [[api.help.queue, {}]],
  judge: [
    [api.judging.desk, {}],
    [api.judging.projects, {}],
    [api.judging.visits, {}],
    [api.judging.published, {}],
    [api.settings.submissions, { at }],
  ],
} satisfies Record<string, Questions>;

/** The hall's screen, at which nobody is signed in. */
export const ARENA: Questions = [
  [api.settings.current, {}],
  [api.schedule.list, {}],
  [api.screens.own, { key: "a screen that no organiser has named" }],
  [api.arena.board, {}],
  [api.arena.arrived, {}],
  [api.arena.here, {}],
  [api.arena.handIns, {}],
  [api.arena.announcement, { at }],
  [api.judging.published, {}],
  [api.settings.submissions, { at }],
];

export async function openPage(
  person: Person,
  page: keyof typeof PAGES,
): Promise<void> {
  await open(person, [...PORTAL, ...PAGES[page]]);
}

/** Opens these questions and the notices, and returns all that is open. */
export async function open(
  person: Person,
  questions: Questions,
): Promise<Questions> {
  for (const [query, args] of questions)
    if (getFunctionName(query) === ARRIVED)
      followArrivals((asked, onAnswer) =>
        person.watch(api.checkIns.arrived, asked, onAnswer),
      );
    else person.watch(query, args);
  const readKey = await noticeReadKeyOf(person);
  const notices = NOTICES.map((query) => [query, { at, readKey }] as const);
  for (const [query, args] of notices) person.watch(query, args);
  return [...questions, ...notices];
}

const ARRIVED = getFunctionName(api.checkIns.arrived);

/** Asks who has come, and then what has changed, as a phone at the desk does. */
export function followArrivals(
  watch: (
    asked: FunctionArgs<typeof api.checkIns.arrived>,
    onAnswer: (changes: DeskArrivals) => void,
  ) => () => void,
): void {
  let stop = () => {};
  const ask = (after?: number) => {
    stop();
    stop = watch(after === undefined ? {} : { after }, (changes) => {
      const next = nextAfter(after, changes);
      if (next !== after) queueMicrotask(() => ask(next));
    });
  };
  ask();
}

/** Resolves with the time at which a page shows an announcement of this title. */
export async function showsAnnouncement(
  person: Person,
  title: string,
): Promise<number> {
  const readKey = await noticeReadKeyOf(person);
  return person.shows(api.announcements.list, { at, readKey }, (answer) =>
    Boolean(answer?.announcements.some((one) => one.title === title)),
  );
}

async function noticeReadKeyOf(person: Person): Promise<string> {
  const me = await person.query(api.users.me, {});
  return me?.noticeReadKey ?? "";
}
