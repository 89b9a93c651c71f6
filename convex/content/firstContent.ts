/**
 * The content of a new deployment. The dates of the schedule are the same as on the site's own
 * pages, which a test checks.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { DEFAULTS } from "../settings/shared";
import * as Settings from "../settings/settings";

type Fields<Table extends "announcements" | "schedule" | "resources"> =
  WithoutSystemFields<Doc<Table>>;

const AUTHOR = "The organisers";

/** When registration opens, and the resources come out. */
const OPENING = Date.parse("2025-04-30T00:00:00+05:30");

export const announcements: Fields<"announcements">[] = [
  {
    title: "Complete your team",
    body: "We confirm 60 teams on 15 June 2025. Share your invite code now, so that no one is missing.",
    pinned: true,
    publishAt: Date.parse("2025-05-28T18:00:00+05:30"),
    author: AUTHOR,
  },
  {
    title: "Workshops and pre-meetup",
    body: "Both take place on 25 May 2025. Look at the starter kits among the resources first and bring your questions.",
    pinned: false,
    publishAt: Date.parse("2025-05-19T10:00:00+05:30"),
    author: AUTHOR,
  },
  {
    title: "Registration is open",
    body: "Register by 15 May 2025. It is free, and you may come alone.",
    pinned: false,
    publishAt: Date.parse("2025-04-30T09:00:00+05:30"),
    author: AUTHOR,
  },
];

export const schedule: Fields<"schedule">[] = [
  wholeDay("Registration deadline", "deadline", "2025-05-15"),
  wholeDay("Pre-event workshop", "stage", "2025-05-25"),
  wholeDay("Team finalization", "deadline", "2025-06-15"),
  wholeDay("Day 1", "stage", "2025-06-28"),
  wholeDay("Day 2", "stage", "2025-06-29"),
];

function wholeDay(title: string, kind: "deadline" | "stage", day: string) {
  const startsAt = Date.parse(`${day}T00:00:00+05:30`);
  return { title, kind, startsAt, wholeDay: true };
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
