/** The door on the embedded backend, with mutations that conflict as on Convex: people at three desks. */
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { followArrivals } from "../load/pages";
import {
  startServer,
  type TestServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { runsOf } from "../thoroughness";
import { CountingLine } from "./counting-line";
import { byHand } from "./by-hand";
import { enter, quickFunctions, signedIn } from "./stage";

const PEOPLE = runsOf(240);
/** Of a whole event, whatever is tried. */
const EVERYBODY = 240;
const TEN_MINUTES = 10 * 60_000;

test("the secrets of passes, mail links and screens are kept from the first start on", async () => {
  const server = await startServer({ functions: await quickFunctions() });
  const uses = async () =>
    (await byHand(server).rows("secrets")).map(({ use }) => use).toSorted();
  await expect.poll(uses).toEqual(["mail links", "passes", "screens"]);
});

test("people who come in ten minutes count once each, at three desks of which one sends late", async () => {
  const server = await startServer({
    functions: await quickFunctions(),
    conflicts: "convex",
  });
  const { token, client: rita } = await enter(server, "Rita", "organiser");
  const desks = [1, 2, 3].map((number) => ({
    name: `Desk ${number}`,
    client: number === 1 ? rita : signedIn(server.url, token),
  }));
  await rita.mutation(api.settings.change, { checkInOpen: true });
  await addPeople(server, PEOPLE);
  const { people } = await rita.query(api.checkIns.list, {});
  let seen = 0;
  rita.onUpdate(api.checkIns.arrived, {}, (arrived) => {
    seen = arrived.length;
  });
  const from = Date.now() - TEN_MINUTES;
  const scansOf = (desk: number) =>
    people.map(({ uid }, index) => ({
      uid,
      key: `${desk} ${index}`,
      at: from + index * 2_500 + desk,
      desk: `Desk ${desk}`,
      isByList: true,
    }));
  // Two desks share the queue; everybody is scanned at the third, too, which sends when the others are done.
  const first = await Promise.all(
    scansOf(1).map(async (scan, index) => {
      const { name, client } = desks[index % 2] ?? { client: rita, name: "" };
      return client.mutation(api.checkIns.record, { ...scan, desk: name });
    }),
  );
  expect(first.every(({ status }) => status === "first")).toBe(true);
  await expect.poll(() => seen).toBe(PEOPLE);
  const late = desks[2]?.client ?? rita;
  const again = await Promise.all(
    [...scansOf(3), ...scansOf(3)].map((scan) =>
      late.mutation(api.checkIns.record, scan),
    ),
  );
  expect(again.every(({ status }) => status === "again")).toBe(true);
  expect(await rita.query(api.checkIns.arrivals, {})).toMatchObject({
    arrived: PEOPLE,
    again: PEOPLE,
    desks: [
      { desk: "Desk 1", count: PEOPLE / 2 },
      { desk: "Desk 2", count: PEOPLE / 2 },
    ],
  });
});

test("a morning of 240 check-ins and ten undos brings a phone at the desk less than 300 kB", async () => {
  const server = await startServer({ functions: await quickFunctions() });
  const { token, client: rita } = await enter(server, "Rita", "organiser");
  await rita.mutation(api.settings.change, { checkInOpen: true });
  await addPeople(server, EVERYBODY);
  const { people } = await rita.query(api.checkIns.list, {});
  const line = new CountingLine(server.url);
  const { client: phone } = line;
  phone.setAuth(async () => token);
  const here = new Map<string, boolean>();
  followArrivals((asked, onAnswer) =>
    phone.onUpdate(api.checkIns.arrived, asked, (changes) => {
      for (const { uid, at } of changes) here.set(uid, at !== undefined);
      onAnswer(changes);
    }),
  );
  const isHere = async (uid: string, is: boolean) => {
    await expect.poll(() => here.get(uid), { interval: 1 }).toBe(is);
  };
  for (const [index, { uid }] of people.entries()) {
    const scan = { uid, key: `${index}`, at: Date.now(), isByList: true };
    await rita.mutation(api.checkIns.record, { ...scan, desk: "Desk 2" });
    await isHere(uid, true);
    if (index % 24 > 0) continue;
    await rita.mutation(api.checkIns.undo, {
      uid,
      key: `undo ${index}`,
      at: Date.now(),
    });
    await isHere(uid, false);
  }
  expect([...here.values()].filter(Boolean)).toHaveLength(EVERYBODY - 10);
  expect(line.bytes).toBeLessThan(300_000);
});

async function addPeople(server: TestServer, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++)
    await byHand(server).add("users", {
      name: `P${nth}`,
      displayName: `P${nth}`,
      email: `p${nth}@example.in`,
      createdAt: 0,
      role: "participant",
      isProfileComplete: false,
      teamId: null,
      teamRole: null,
    });
}
