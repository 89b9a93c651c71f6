import { beforeEach, expect, test, vi } from "vitest";
import { facts } from "#edition/facts";
import { internal } from "#convex/_generated/api";
import { asUser, backend, newBackend, type Person } from "./setup";

let asha: Person;
let readKey: string;

const replaceReadKey = () =>
  backend.mutation(internal.upkeep.jobs.replaceReadKey, { scope: "notices" });

async function told(person: Person): Promise<string> {
  const me = await person.users.me();
  if (me === null || me.noticeReadKey === null)
    throw new Error("there is none");
  return me.noticeReadKey;
}

/** Both lists with this read key, as a stranger asks for them. */
const lists = (given: string) =>
  Promise.all([
    backend.announcements.list({ at: 0, readKey: given }),
    backend.resources.list({ at: 0, readKey: given }),
  ]);

beforeEach(async () => {
  asha = await asUser("Asha");
  await replaceReadKey();
  readKey = await told(asha);
});

test("the read key for notices is told to everyone who is signed in, whatever their role", async () => {
  for (const role of ["participant", "organiser", "judge", "mentor"] as const)
    expect(await told(await asUser(role, { role }))).toBe(readKey);
  expect(await backend.users.me()).toBeNull();
});

test("the read key for notices shows announcements and resources as a session does", async () => {
  vi.useFakeTimers({ now: Date.parse(facts.firstDay) });
  await backend.mutation(internal.upkeep.jobs.addFirstContent, {});
  const [announcements, resources] = await lists(readKey);
  expect(announcements?.announcements).toHaveLength(3);
  expect(announcements).toEqual(await asha.announcements.list({ at: 0 }));
  expect(resources).toEqual(await asha.resources.list({ at: 0 }));
});

test("the read key for notices is void once it is replaced, and so is any other", async () => {
  await replaceReadKey();
  expect(await told(asha)).not.toBe(readKey);
  for (const other of [readKey, "", `${await told(asha)}x`])
    expect(await lists(other)).toEqual([null, null]);
});

test("the read key for notices admits nobody before it is created", async () => {
  await newBackend();
  for (const given of ["", "null"])
    expect(await backend.resources.list({ at: 0, readKey: given })).toBeNull();
});
