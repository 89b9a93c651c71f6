import type { FunctionReference, FunctionReturnType } from "convex/server";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { entryPath, FEED_PATH } from "#convex/content/shared/schedule";
import { manualClock } from "../../packages/embedded-convex/tests/base/manual-clock";
import { startServer } from "../../packages/embedded-convex/tests/engine/test-server";
import { byHand } from "./by-hand";
import { enter, quickFunctions, watching } from "./stage";

const DAY = 24 * 60 * 60 * 1000;

async function startProduct() {
  const clock = manualClock(Date.now());
  const functions = await quickFunctions();
  return Object.assign(await startServer({ functions, clock }), { clock });
}

/** What a calendar reads at this address. */
async function calendarAt(url: string): Promise<ICAL.Component[]> {
  const text = await (await fetch(url)).text();
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
}

test("a change by hand appears on every open page", async () => {
  const { server, hand, everybodySees, now } = await openDashboards();
  const sees = (title: string, startsAt: number) =>
    everybodySees(api.schedule.list, {}, (dates) =>
      Boolean(
        dates?.some(
          (date) => date.title === title && date.startsAt === startsAt,
        ),
      ),
    );
  const added = sees("Kick-off", now + DAY);
  const fields = {
    kind: "stage",
    startsAt: now + DAY,
    wholeDay: false,
  } as const;
  await hand.add("schedule", { title: "Kick-off", ...fields });
  await added;
  const [kickOff] = await hand.rows("schedule");
  if (!kickOff) throw new Error("added, but not there");
  const moved = sees("Kick-off", now);
  await hand.edit("schedule", kickOff._id, { startsAt: now });
  await moved;
  const at = new Date(now - (now % 1_000)).toISOString();
  const [event] = await calendarAt(server.url + entryPath(kickOff._id));
  expect(event?.getFirstPropertyValue("dtstart")?.toString()).toBe(
    at.replace(".000", ""),
  );
  expect(await calendarAt(server.url + FEED_PATH)).toHaveLength(6);
  const removed = everybodySees(
    api.schedule.list,
    {},
    (dates) => dates?.length === 5,
  );
  await hand.remove("schedule", kickOff._id);
  await removed;
});

test("whether messages can go to phones is answered by a query, which draws no key", async () => {
  const { client: rita } = await enter(
    await startProduct(),
    "Rita",
    "organiser",
  );
  expect(await rita.query(api.push.works, {})).toBe(true);
});

test("what is further ahead than the scheduler takes is added, and its mail and message go out in time", async () => {
  const first = await startProduct();
  const { clock, dataDir } = first;
  const { client: rita } = await enter(first, "Rita", "organiser");
  await rita.mutation(api.settings.change, { phoneReminders: true });
  const words = { title: "In six years", body: "Again." };
  const startsAt = clock.now() + 6 * 365 * DAY;
  const entry = { title: words.title, kind: "stage", wholeDay: false } as const;
  await rita.mutation(api.schedule.add, { ...entry, startsAt });
  await rita.mutation(api.announcements.add, {
    ...words,
    pinned: false,
    important: true,
    toPhones: true,
    publishAt: startsAt,
  });
  await rita.close();
  await first.close();

  const functions = await quickFunctions();
  for (const [years, goesOut] of [
    [4.1, false],
    [1.95, true],
  ] as const) {
    clock.advance(years * 365 * DAY);
    const server = await startServer({ functions, clock, dataDir });
    const hand = byHand(server);
    const isOut = async () => {
      const rows = await hand.rows("announcements");
      const row = rows.find(({ title }) => title === words.title);
      const pushes = await hand.rows("pushes");
      return [row?.mailedAt !== undefined, pushes.length === 1];
    };
    await expect.poll(isOut).toEqual([goesOut, goesOut]);
    await expect
      .poll(async () => (await hand.waiting()).filter(isOfContent).length)
      .toBe(goesOut ? 0 : 3);
    await server.close();
  }
});

/** Whether a job waits for the instant of some content, or sees to it that its mails are sent. */
const isOfContent = (job: string) => /:(announce|remind|deliver)$/.test(job);

/** Starts a deployment with its first content, and two users with open dashboards. */
async function openDashboards() {
  const server = await startProduct();
  const people = [await enter(server, "Asha"), await enter(server, "Ravi")];
  const everybodySees = <Query extends FunctionReference<"query">>(
    query: Query,
    args: Query["_args"],
    isWanted: (answer: FunctionReturnType<Query>) => boolean,
  ) =>
    Promise.all(
      people.map(({ client }) => watching(client, query, args).until(isWanted)),
    );
  await everybodySees(api.schedule.list, {}, (dates) => Boolean(dates?.length));
  const now = server.clock.now();
  return { server, hand: byHand(server), everybodySees, now };
}
