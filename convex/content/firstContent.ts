/**
 * The content of a new deployment. The dates of the schedule are the same as on the site's own
 * pages, which a test checks.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { facts } from "#edition/facts";
import { daysOf, indianDate } from "../platform/shared/indianTime";
import { DEFAULTS } from "../settings/shared";
import * as Settings from "../settings/settings";

type Fields<Table extends "announcements" | "schedule" | "resources"> =
  WithoutSystemFields<Doc<Table>>;

const AUTHOR = "The organisers";

/** When registration opens, and the resources come out. */
const OPENING = Date.parse(facts.registrationOpens);

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

export const announcements: Fields<"announcements">[] = [
  {
    title: "Complete your team",
    body: `We confirm ${facts.places.teams} teams on ${indianDate(facts.teamFinalization)}. Share your invite code now, so that no one is missing.`,
    pinned: true,
    publishAt: Date.parse(facts.teamFinalization) - 18 * DAY + 18 * HOUR,
    author: AUTHOR,
  },
  {
    title: "Workshops and pre-meetup",
    body: `Both take place on ${indianDate(facts.preEventDay)}. Look at the starter kits among the resources first and bring your questions.`,
    pinned: false,
    publishAt: Date.parse(facts.preEventDay) - 6 * DAY + 10 * HOUR,
    author: AUTHOR,
  },
  {
    title: "Registration is open",
    body: `Register by ${indianDate(facts.registrationDeadline)}. It is free, and you may come alone.`,
    pinned: false,
    publishAt: OPENING + 9 * HOUR,
    author: AUTHOR,
  },
];

export const schedule: Fields<"schedule">[] = [
  wholeDay("Registration deadline", "deadline", facts.registrationDeadline),
  wholeDay("Pre-event workshop", "stage", facts.preEventDay),
  wholeDay("Team finalization", "deadline", facts.teamFinalization),
  ...daysOf(facts.firstDay, facts.lastDay).map((day, nth) =>
    wholeDay(`Day ${nth + 1}`, "stage", day),
  ),
];

function wholeDay(
  title: string,
  kind: "deadline" | "stage",
  day: string | number,
) {
  return { title, kind, startsAt: new Date(day).getTime(), wholeDay: true };
}

export const resources: Fields<"resources">[] = [
  {
    title: "Rules",
    url: "/code-of-conduct",
    description: "Fair play, AI tools, and how we treat each other.",
    publishAt: OPENING,
    order: 1,
  },
  {
    title: "How judging works",
    url: "/resources/judging",
    description: "What the judges look for, and what your demo should show.",
    publishAt: OPENING,
    order: 2,
  },
  {
    title: "Starter kits",
    url: "/resources/starter-kits",
    description:
      "Lists that save your first hours: tools, ideas, and what to bring.",
    publishAt: OPENING,
    order: 3,
  },
  {
    title: "Submission guide",
    url: "/resources/submission-guide",
    description: "What to hand in, when, and what to check before you do.",
    publishAt: OPENING,
    order: 4,
  },
];

/**
 * Fills the tables of live content once; the settings row shows that it was done.
 * If that row is deleted by hand, it comes back, but the other tables are filled
 * again only if all three are empty.
 */
export async function fillOnce(ctx: MutationCtx): Promise<void> {
  if ((await Settings.find(ctx)) !== null) return;
  const isNew = await isWithoutContent(ctx);
  await ctx.db.insert("settings", DEFAULTS);
  if (!isNew) return;
  for (const row of announcements) await ctx.db.insert("announcements", row);
  for (const row of schedule) await ctx.db.insert("schedule", row);
  for (const row of resources) await ctx.db.insert("resources", row);
}

async function isWithoutContent(ctx: MutationCtx): Promise<boolean> {
  const rows = [
    await ctx.db.query("announcements").withIndex("by_creation_time").first(),
    await ctx.db.query("schedule").withIndex("by_creation_time").first(),
    await ctx.db.query("resources").withIndex("by_creation_time").first(),
  ];
  return rows.every((row) => row === null);
}
