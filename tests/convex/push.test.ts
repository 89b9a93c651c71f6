/** Messages to phones: whom they reach, what replaces what, and which devices are forgotten. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { usePushService, type PushService } from "./push-service";
import {
  asUser,
  crowd,
  deleteRow,
  expectRefusal,
  passTime,
  people,
  rowsIn,
  type Person,
} from "./setup";

const MINUTE = 60_000;
const NOW = Date.parse(event.firstDay) + 11.5 * 60 * MINUTE;
const CHROME = "https://fcm.googleapis.com/fcm/send/";
const FIREFOX = "https://updates.push.services.mozilla.com/wpush/v2/";

let service: PushService;
let rita: Person;
let asha: Person;
let ravi: Person;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
  rita = await asUser("Rita", { role: "organiser" });
  [asha, ravi] = await people("Asha", "Ravi");
  service = usePushService(async () => (await rita.push.key()) ?? "");
});

const pass = async (ms: number) => passTime(ms, 5_000);

/** A number that is this one, but for the seconds that `pass` jumps. */
const near = (count: number): unknown => expect.closeTo(count, -2);
const devices = () => rowsIn("pushSubscriptions");
const subscribed = async (person: Person, endpoint: string) => {
  const device = service.subscribe(endpoint);
  await person.push.register(device);
  return device;
};

const SAID = {
  title: "Dinner is served",
  body: "In the hall.",
  pinned: false,
  publishAt: null,
  toPhones: true,
};
const announce = async (changed: object = {}) => {
  const id = await rita.announcements.add({ ...SAID, ...changed });
  await pass(MINUTE);
  return id;
};
const sent = () => rita.push.sent();

test("an announcement for phones reaches every device, encrypted for it, and says how many services took it", async () => {
  await subscribed(asha, `${CHROME}asha`);
  await subscribed(asha, `${FIREFOX}asha`);
  await subscribed(ravi, `${CHROME}ravi`);
  const id = await announce();
  expect(service.received.map(({ endpoint }) => endpoint).toSorted()).toEqual([
    `${CHROME}asha`,
    `${CHROME}ravi`,
    `${FIREFOX}asha`,
  ]);
  expect(service.received[0]).toMatchObject({
    message: {
      title: "Dinner is served",
      body: "In the hall.",
      path: "/dashboard",
    },
    urgency: "high",
    ttl: near(12 * 60 * 60),
  });
  expect(await sent()).toEqual([
    {
      about: id,
      at: expect.any(Number) as number,
      accepted: 3,
      refused: 0,
      unable: 0,
    },
  ]);
  expect(await rita.push.reach()).toBe(3);
});

test("an announcement for phones waits for its time, and goes nowhere without the tick", async () => {
  await subscribed(asha, `${CHROME}asha`);
  await announce({ toPhones: false });
  await announce({ publishAt: NOW + 30 * MINUTE });
  expect(service.received).toEqual([]);
  await pass(30 * MINUTE);
  expect(service.received).toHaveLength(1);
});

test("an announcement for phones is replaced by its correction, and does not ring for anything else", async () => {
  await subscribed(asha, `${CHROME}asha`);
  const id = await announce();
  const edit = async (change: object) => {
    const { publishAt: _, ...rest } = SAID;
    const row = { ...rest, publishAt: NOW, ...change };
    await rita.announcements.edit({ id, ...row });
    await pass(MINUTE);
  };
  await edit({ pinned: true });
  expect(service.received).toHaveLength(1);
  await edit({ body: "In the yard." });
  const [first, second] = service.received;
  expect(second?.message.body).toBe("In the yard.");
  expect(second?.topic).toBe(first?.topic);
  expect(second?.message.tag).toBe(first?.message.tag);
  expect(first?.topic).toMatch(/^[\w-]{32}$/);
  expect(await sent()).toMatchObject([{ about: id, accepted: 1 }]);
});

test.each(["a correction", "a removal"])(
  "an announcement for phones is not sent again by a service that was busy, after %s",
  async (what) => {
    await subscribed(asha, `${CHROME}asha`);
    const busy = new Response(null, { status: 503 });
    service.answer = () => busy;
    const id = await rita.announcements.add(SAID);
    await pass(5_000);
    service.answer = () => new Response(null, { status: 201 });
    const { publishAt: _, ...rest } = SAID;
    const edited = { ...rest, body: "In the yard.", publishAt: NOW };
    await (what === "a removal"
      ? rita.announcements.remove({ id })
      : rita.announcements.edit({ id, ...edited }));
    await pass(5 * MINUTE);
    expect(service.received.map(({ message }) => message.body)).toEqual(
      what === "a removal" ? [] : ["In the yard."],
    );
  },
);

test("an announcement for phones is signed once for each service, and encrypted for a few devices at a time", async () => {
  for (const [k, person] of (await crowd(30)).entries()) {
    await subscribed(person, `${CHROME}${k}`);
    await subscribed(person, `${FIREFOX}${k}`);
  }
  let underWay = 0;
  let most = 0;
  const tokens = new Set<string>();
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (endpoint: string, init: RequestInit) => {
    most = Math.max(most, ++underWay);
    tokens.add(new Headers(init.headers).get("Authorization") ?? "");
    expect(init.redirect).toBe("manual");
    await Promise.resolve();
    const answer = await fetch(endpoint, init);
    underWay -= 1;
    return answer;
  });
  await announce();
  expect(service.received).toHaveLength(60);
  expect(tokens.size).toBe(2);
  expect(most).toBeLessThanOrEqual(10);
});

test("an announcement for phones that is long fits into a message", async () => {
  await subscribed(asha, `${CHROME}asha`);
  await announce({ body: "हैकएरीना ".repeat(200) });
  expect(service.received[0]?.message.body).toHaveLength(301);
});

test("an announcement for phones reaches more devices than one page has, each once", async () => {
  for (const [k, person] of (await crowd(40)).entries())
    for (let device = 0; device < 3; device++)
      await subscribed(person, `${CHROME}${k}-${device}`);
  await announce();
  expect(new Set(service.received.map(({ endpoint }) => endpoint)).size).toBe(
    120,
  );
  expect(await sent()).toMatchObject([{ accepted: 120 }]);
});

test.each([404, 410])(
  "a device that is gone (%i) is forgotten at once",
  async (status) => {
    await subscribed(asha, `${CHROME}asha`);
    service.answer = () => new Response(null, { status });
    await announce();
    expect(await devices()).toEqual([]);
  },
);

test.each([401, 403])(
  "a device that is refused (%i) is forgotten only if its service takes others",
  async (status) => {
    await subscribed(asha, `${CHROME}asha`);
    await subscribed(ravi, `${FIREFOX}ravi`);
    service.answer = () => new Response(null, { status });
    await announce();
    expect(await devices()).toHaveLength(2);
    expect(await sent()).toMatchObject([{ accepted: 0, refused: 2 }]);
    await subscribed(ravi, `${CHROME}ravi`);
    service.answer = (endpoint) =>
      new Response(null, {
        status: endpoint.endsWith("ravi") ? 201 : status,
      });
    await announce();
    expect((await devices()).map(({ endpoint }) => endpoint)).toEqual([
      `${FIREFOX}ravi`,
      `${CHROME}ravi`,
    ]);
  },
);

test.each([429, 503])(
  "a device whose service is busy (%i) is tried again",
  async (status) => {
    await subscribed(asha, `${CHROME}asha`);
    let isBusy = true;
    service.answer = () => {
      const answer = new Response(null, { status: isBusy ? status : 201 });
      isBusy = false;
      return answer;
    };
    await announce();
    expect(service.received).toHaveLength(1);
    expect(await sent()).toMatchObject([{ accepted: 1 }]);
  },
);

test("a device gets nothing after a logout, nor after it was switched off", async () => {
  await subscribed(asha, `${CHROME}asha`);
  const { endpoint } = await subscribed(ravi, `${CHROME}ravi`);
  await ravi.push.unregister({ endpoint });
  await deleteRow("authSessions", asha.sessionId);
  await announce();
  expect(service.received).toEqual([]);
});

test("a device is registered once, however often its page is opened, and goes with its owner", async () => {
  const device = await subscribed(asha, `${CHROME}asha`);
  await asha.push.register(device);
  expect(await devices()).toHaveLength(1);
  await ravi.push.register(device);
  expect(await devices()).toMatchObject([{ userId: ravi.uid }]);
  expect(await ravi.account.exportData()).toMatchObject({
    phones: [
      {
        service: "fcm.googleapis.com",
        registeredAt: expect.any(Number) as number,
      },
    ],
  });
  await asha.push.unregister({ endpoint: device.endpoint });
  expect(await devices()).toHaveLength(1);
  await ravi.account.remove();
  expect(await devices()).toEqual([]);
});

test.each([
  ["of three in an account's first day", 0, 3],
  ["of ten later", 25 * 60 * MINUTE, 10],
])(
  "a device is one %s: one more takes the place of the oldest",
  async (_when, ageMs, most) => {
    await pass(ageMs);
    for (let k = 0; k <= most; k++) {
      await subscribed(asha, `${CHROME}${k}`);
      await pass(10 * MINUTE);
    }
    const endpoints = (await devices()).map(({ endpoint }) => endpoint);
    expect(endpoints).toHaveLength(most);
    expect(endpoints).not.toContain(`${CHROME}0`);
  },
);

test("a device ends with the session that registered it", async () => {
  await subscribed(asha, `${CHROME}asha`);
  await subscribed(ravi, `${CHROME}ravi`);
  await asha.auth.signOut();
  await pass(MINUTE);
  expect(await devices()).toMatchObject([{ userId: ravi.uid }]);
});

test.each([
  "https://169.254.169.254/latest",
  "http://fcm.googleapis.com/fcm/send/a",
  "https://fcm.googleapis.com.example.in/a",
  "https://example.in/fcm.googleapis.com/",
  `${CHROME}${"a".repeat(1_000)}`,
])(
  "a device at %s is refused: the deployment sends nothing there",
  async (endpoint) => {
    const device = { ...service.subscribe(`${CHROME}asha`), endpoint };
    await expectRefusal(asha.push.register(device), "push_service_unknown");
  },
);

test("a device with keys that are none is refused, and one whose key is no point stops no others", async () => {
  const device = service.subscribe(`${CHROME}asha`);
  await expectRefusal(
    asha.push.register({ ...device, p256dh: "short" }),
    "push_service_unknown",
  );
  await asha.push.register({ ...device, p256dh: "B".repeat(87) });
  await subscribed(ravi, `${CHROME}ravi`);
  await announce();
  expect(await sent()).toMatchObject([{ accepted: 1, unable: 1 }]);
  expect(await devices()).toHaveLength(1);
});

describe("a reminder of the schedule", () => {
  const add = (startsAt: number, changed: object = {}) =>
    rita.schedule.add({
      title: "Dinner",
      kind: "meal",
      startsAt,
      wholeDay: false,
      place: "Hall",
      ...changed,
    });
  const turn = (phoneReminders: boolean) =>
    rita.settings.change({ phoneReminders });
  beforeEach(async () => {
    await subscribed(asha, `${CHROME}asha`);
  });

  test("comes ten minutes before an entry, and ends with it", async () => {
    await add(NOW + 60 * MINUTE);
    await turn(true);
    await pass(49 * MINUTE);
    expect(service.received).toEqual([]);
    await pass(2 * MINUTE);
    expect(service.received).toMatchObject([
      { message: { title: "Dinner", path: "/schedule" }, ttl: near(600) },
    ]);
    expect(service.received[0]?.message.body).toMatch(/Hall$/);
    await pass(30 * MINUTE);
    expect(service.received).toHaveLength(1);
  });

  test("is off as shipped", async () => {
    await add(NOW + 30 * MINUTE);
    await pass(60 * MINUTE);
    expect(service.received).toEqual([]);
  });

  test("follows an entry that is moved, and none that is cancelled or takes the day", async () => {
    await turn(true);
    const id = await add(NOW + 30 * MINUTE);
    await add(NOW + 30 * MINUTE, { isCancelled: true });
    await add(NOW + 30 * MINUTE, { wholeDay: true });
    await rita.schedule.edit({
      id,
      title: "Dinner",
      kind: "meal",
      startsAt: NOW + 90 * MINUTE,
      wholeDay: false,
    });
    await pass(70 * MINUTE);
    expect(service.received).toEqual([]);
    await pass(15 * MINUTE);
    expect(service.received).toHaveLength(1);
  });
});

test("the key is the deployment's own, and stays", async () => {
  const key = await asha.push.key();
  expect(key).toMatch(/^B[\w-]{86}$/);
  expect(await ravi.push.key()).toBe(key);
  vi.stubEnv("JWT_PRIVATE_KEY", "another key");
  expect(await ravi.push.key()).not.toBe(key);
});

test("whether the runtime can encrypt is found out by trying", async () => {
  expect(await rita.push.works()).toBe(true);
  vi.spyOn(crypto.subtle, "deriveBits").mockRejectedValueOnce(new Error());
  expect(await rita.push.works()).toBe(false);
});
