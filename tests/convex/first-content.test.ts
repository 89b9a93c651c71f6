import { expect, test, vi } from "vitest";
import { internal } from "#convex/_generated/api";
import * as FirstContent from "#convex/content/firstContent";
import { check } from "#convex/platform/shared/input";
import { announcementSchema } from "#convex/content/shared/content";
import { event } from "../../src/content/event";
import { teamPlaces } from "../../src/content/stats";
import { formatDay } from "../../src/lib/time/format-date";
import { daysOf } from "#convex/platform/shared/indianTime";
import { paths } from "../../src/paths";
import { asUser, backend, countsOf, insertRow } from "./setup";

const TABLES = ["announcements", "schedule", "resources", "settings"] as const;
const FULL = {
  announcements: 3,
  schedule: FirstContent.schedule.length,
  resources: 4,
  settings: 1,
};
const EMPTY = { announcements: 0, schedule: 0, resources: 0, settings: 0 };

async function fill(): Promise<void> {
  await backend.mutation(internal.upkeep.jobs.addFirstContent, {});
}

async function empty(...tables: (typeof TABLES)[number][]): Promise<void> {
  await backend.run(async (ctx) => {
    for (const table of tables)
      for (const { _id } of await ctx.db.query(table).collect())
        await ctx.db.delete(table, _id);
  });
}

const counts = () => countsOf(TABLES);
const titlesOf = (rows: readonly { title: string }[]) =>
  rows.map(({ title }) => title);

test("the first content is on the dashboard of a new deployment, in the right order", async () => {
  await fill();
  const asha = await asUser("Asha");
  const at = Date.parse(event.firstDay);
  vi.useFakeTimers({ now: at });
  const answer = await asha.announcements.list({ at });
  expect(answer?.next).toBeNull();
  expect(titlesOf(answer?.announcements ?? [])).toEqual(
    titlesOf(FirstContent.announcements),
  );
  expect(titlesOf(await asha.schedule.list())).toEqual(
    titlesOf(FirstContent.schedule),
  );
  const shown = await asha.resources.list({ at });
  expect(shown?.resources.map(({ url }) => url)).toEqual([
    paths.codeOfConduct,
    paths.judging,
    paths.starterKits,
    paths.submissionGuide,
  ]);
  expect(await backend.settings.current()).toEqual({
    teamChangesOpen: true,
    submissionsOpen: true,
    registrationLinkShown: true,
    bannerShown: true,
    phase: "open",
  });
});

test.each([
  ["announcements"],
  ["schedule"],
  ["resources"],
  ["announcements", "schedule", "resources"],
] as const)(
  "the first content does not come back to %s %s %s after they were emptied",
  async (...tables) => {
    await fill();
    await empty(...tables);
    await fill();
    const cleared = Object.fromEntries(tables.map((table) => [table, 0]));
    expect(await counts()).toEqual({ ...FULL, ...cleared });
  },
);

test("the first content is not added again when the settings row is deleted", async () => {
  await fill();
  await empty("announcements", "settings");
  await fill();
  expect(await counts()).toEqual({ ...FULL, announcements: 0 });
});

test("the first content is not added where organisers have already written", async () => {
  await insertRow("schedule", {
    title: "Own",
    kind: "other",
    startsAt: 0,
    wholeDay: true,
  });
  await fill();
  expect(await counts()).toEqual({ ...EMPTY, schedule: 1, settings: 1 });
});

test("the words of the first content name the same days as the site's own pages", () => {
  expect(FirstContent.schedule).toMatchObject(
    [
      event.registrationDeadline,
      event.preEventDay,
      event.teamFinalization,
      ...daysOf(event.firstDay, event.lastDay),
    ].map((day) => ({ startsAt: new Date(day).getTime(), wholeDay: true })),
  );
  const bodies = FirstContent.announcements.map(({ body }) => body);
  expect(bodies).toEqual([
    expect.stringContaining(
      `${teamPlaces} teams on ${formatDay(event.teamFinalization)}`,
    ),
    expect.stringContaining(formatDay(event.preEventDay)),
    expect.stringContaining(formatDay(event.registrationDeadline)),
  ]);
});

test("the words of the first content pass the rules for what organisers publish", () => {
  for (const { author, ...draft } of FirstContent.announcements) {
    expect(author).not.toBe("");
    expect(check(announcementSchema, draft)).toEqual({
      ok: true,
      value: draft,
    });
  }
});
