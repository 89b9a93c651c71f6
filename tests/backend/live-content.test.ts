import type { ConvexClient } from "convex/browser";
import type { FunctionReference, FunctionReturnType } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { manualClock } from "../../packages/embedded-convex/src/base/clock";
import {
  closeAll,
  newClient,
  startServer,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { byHand } from "./by-hand";
import { quickFunctions, signedIn, signUp } from "./stage";

const DAY = 24 * 60 * 60 * 1000;

afterEach(closeAll);

async function startProduct(dataDir: string, clock = manualClock(Date.now())) {
  const server = await startServer({
    functions: await quickFunctions(),
    dataDir,
    clock,
  });
  return Object.assign(server, { clock });
}

/** A user with an open dashboard. */
async function participant(url: string, name: string): Promise<ConvexClient> {
  const email = `${name.toLowerCase()}@example.in`;
  return signedIn(url, await signUp(newClient(url), name, email));
}

/** Resolves with the first result of a subscription that satisfies a condition. */
function until<Query extends FunctionReference<"query">>(
  client: ConvexClient,
  query: Query,
  args: Query["_args"],
  isWanted: (answer: FunctionReturnType<Query>) => boolean,
): Promise<FunctionReturnType<Query>> {
  return new Promise((resolve) => {
    const stop = client.onUpdate(query, args, (answer) => {
      if (!isWanted(answer)) return;
      resolve(answer);
      queueMicrotask(() => stop());
    });
  });
}

test("a new deployment creates its first content by itself", async () => {
  const { url, clock } = await startProduct(await temporaryFolder());
  const asha = await participant(url, "Asha");
  const at = clock.now();
  const [told, dates, help] = await Promise.all([
    until(asha, api.announcements.list, { at }, (answer) =>
      Boolean(answer?.announcements.length),
    ),
    until(asha, api.dates.list, {}, (answer) => Boolean(answer?.length)),
    until(asha, api.resources.list, { at }, (answer) =>
      Boolean(answer?.resources.length),
    ),
  ]);
  expect(told?.announcements).toHaveLength(3);
  expect(dates).toHaveLength(3);
  expect(help?.resources).toHaveLength(4);
});

test("a table that an organiser emptied stays empty, whatever runs later", async () => {
  const dataDir = await temporaryFolder();
  const first = await startProduct(dataDir);
  const asha = await participant(first.url, "Asha");
  const dates = await until(asha, api.dates.list, {}, (answer) =>
    Boolean(answer?.length),
  );
  const hand = byHand(first);
  for (const { _id } of dates ?? []) await hand.remove("dates", _id);
  await asha.close();
  await first.close();

  const clock = manualClock(first.clock.now() + 2 * DAY);
  const second = await startProduct(dataDir, clock);
  const ravi = await participant(second.url, "Ravi");
  await byHand(second).run("jobs/upkeep:addFirstContent");
  expect(await ravi.query(api.dates.list, {})).toEqual([]);
  const told = await ravi.query(api.announcements.list, { at: clock.now() });
  expect(told?.announcements).toHaveLength(3);
});

describe("a change by hand appears on every open dashboard:", () => {
  test("a date added, moved and removed", async () => {
    const { hand, everybodySees, now } = await openDashboards();
    const added = everybodySees(api.dates.list, {}, (dates) =>
      has(dates, { title: "Kick-off" }),
    );
    const fields = { startsAt: now + DAY, wholeDay: false };
    await hand.add("dates", { title: "Kick-off", ...fields });
    await added;
    const [kickOff] = await hand.rows("dates");
    if (!kickOff) throw new Error("added, but not there");
    const moved = everybodySees(api.dates.list, {}, (dates) =>
      has(dates, { title: "Kick-off", startsAt: now }),
    );
    await hand.edit("dates", kickOff._id, { startsAt: now });
    await moved;
    const removed = everybodySees(
      api.dates.list,
      {},
      (dates) => !has(dates, { title: "Kick-off" }),
    );
    await hand.remove("dates", kickOff._id);
    const [left] = await removed;
    expect(left).toHaveLength(3);
  });

  test("an announcement, above the others when it is pinned", async () => {
    const { hand, everybodySees, now } = await openDashboards();
    const announced = everybodySees(
      api.announcements.list,
      { at: now },
      (told) => has(told?.announcements, { title: "Lunch" }),
    );
    await hand.add("announcements", {
      title: "Lunch",
      body: "In the hall.",
      pinned: true,
      publishAt: now,
      author: "Omar",
    });
    const [told] = await announced;
    expect(told?.announcements.map(({ title }) => title).slice(0, 2)).toEqual([
      "Lunch",
      "Complete your team",
    ]);
  });

  test("a resource, in its place", async () => {
    const { hand, everybodySees, now } = await openDashboards();
    const helped = everybodySees(api.resources.list, { at: now }, (help) =>
      has(help?.resources, { title: "Map" }),
    );
    await hand.add("resources", {
      title: "Map",
      url: "https://example.com/map",
      description: "Where everything is.",
      publishAt: now,
      order: 0,
    });
    const [help] = await helped;
    expect(help?.resources[0]).toMatchObject({ title: "Map" });
  });

  test("a setting, for signed-out visitors too", async () => {
    const { server, hand, everybodySees } = await openDashboards();
    const hidden = everybodySees(
      api.settings.current,
      {},
      ({ bannerShown }) => !bannerShown,
    );
    const visitor = until(
      newClient(server.url),
      api.settings.current,
      {},
      ({ bannerShown }) => !bannerShown,
    );
    const [row] = await hand.rows("settings");
    if (!row) throw new Error("no settings");
    await hand.edit("settings", row._id, { bannerShown: false });
    await Promise.all([hidden, visitor]);
    expect(await hand.rows("settings")).toMatchObject([{ bannerShown: false }]);
  });
});

/** Starts a deployment with its first content, and two users with open dashboards. */
async function openDashboards() {
  const server = await startProduct(await temporaryFolder());
  const people = [
    await participant(server.url, "Asha"),
    await participant(server.url, "Ravi"),
  ];
  const everybodySees = <Query extends FunctionReference<"query">>(
    query: Query,
    args: Query["_args"],
    isWanted: (answer: FunctionReturnType<Query>) => boolean,
  ) =>
    Promise.all(people.map((person) => until(person, query, args, isWanted)));
  await everybodySees(api.dates.list, {}, (dates) => Boolean(dates?.length));
  const now = server.clock.now();
  return { server, hand: byHand(server), everybodySees, now };
}

/** Whether there is a row with these fields. */
function has<Row extends object>(
  rows: Row[] | null | undefined,
  fields: Partial<Row>,
): boolean {
  const names = Object.keys(fields) as (keyof Row)[];
  return Boolean(
    rows?.some((row) => names.every((name) => row[name] === fields[name])),
  );
}
