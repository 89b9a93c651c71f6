/** Places at the event: what an import does to accounts, earlier and later ones. */
import { beforeEach, expect, test, vi } from "vitest";
import { internal } from "#convex/_generated/api";
import * as Places from "#convex/people/places";
import { MAX_CHANGED_PLACES, MAX_PLACES } from "#convex/people/shared/people";
import { deployBeforeEachTest, signUp } from "./deployment";
import {
  asUser,
  backend,
  expectRefusal,
  people,
  rowsIn,
  withToken,
  type Calls,
  type Person,
} from "./setup";

deployBeforeEachTest();
let rita: Person;
beforeEach(async () => {
  rita = await asUser("Rita", { role: "organiser" });
});

const importPlaces = (...emails: string[]) =>
  rita.organiser.importPlaces({ how: "replace", emails });
const add = (...emails: string[]) =>
  rita.organiser.importPlaces({ how: "add", emails });
const DAY = 24 * 60 * 60 * 1000;
const isConfirmed = async (person: Calls) =>
  (await person.users.me())?.hasConfirmedPlace;
const missingIn = async (person: Calls) =>
  (await person.users.me())?.missingInPlacesOf;
/** Which of these would have a place if they signed up. */
async function listed(...emails: string[]) {
  const are = await backend.run(async (ctx) =>
    Promise.all(emails.map((email) => Places.isListed(ctx, email))),
  );
  return emails.filter((_, index) => are[index]);
}
/** Who has a place, as organisers see it. */
async function confirmed() {
  const { participants } = await rita.organiser.participants();
  return participants
    .filter(({ hasConfirmedPlace }) => hasConfirmedPlace)
    .map(({ name }) => name);
}

test("an import confirms the places of accounts, whatever the spelling of the address", async () => {
  const [asha, ravi] = await people("Asha", "Ravi");
  expect(await missingIn(ravi)).toBeNull();
  const emails = [" ASHA@Example.in", "asha@example.in", "new@example.in"];
  expect(await importPlaces(...emails)).toEqual({
    addresses: 2,
    confirmed: 1,
    added: 1,
    removed: 0,
  });
  expect(await isConfirmed(asha)).toBe(true);
  expect(await isConfirmed(ravi)).toBe(false);
  const [list] = await rowsIn("placeLists");
  expect(await missingIn(asha)).toBeNull();
  expect(await missingIn(ravi)).toBe(list?._creationTime);
  expect(await confirmed()).toEqual(["Asha"]);
});

test("the next import replaces it", async () => {
  await people("Asha", "Ravi", "Mira");
  await importPlaces("asha@example.in", "ravi@example.in");
  expect(await importPlaces("ravi@example.in", "mira@example.in")).toEqual({
    addresses: 2,
    confirmed: 2,
    added: 1,
    removed: 1,
  });
  expect(await confirmed()).toEqual(["Ravi", "Mira"]);
  expect(await listed("asha@example.in", "ravi@example.in")).toEqual([
    "ravi@example.in",
  ]);
  expect(await rowsIn("auditLog")).toMatchObject([
    { action: "places imported", after: { addresses: 2, confirmed: 2 } },
    { action: "places imported", before: { confirmed: 2 } },
  ]);
});

test("takes no more places away than the organiser was told", async () => {
  await people("Asha", "Ravi");
  await importPlaces("asha@example.in", "ravi@example.in");
  const emails = ["new@example.in"];
  const importing = (losing: number) =>
    rita.organiser.importPlaces({ how: "replace", emails, losing });
  await expectRefusal(importing(1), {
    code: "changed_since",
    message: "This would take the place of 2 accounts now. Please look again.",
  });
  expect(await confirmed()).toEqual(["Asha", "Ravi"]);
  await importing(2);
  expect(await confirmed()).toEqual([]);
});

test("what an import or its way back would do is told before, and then it is so", async () => {
  await people("Asha", "Ravi", "Mira");
  await importPlaces("asha@example.in", "ravi@example.in", "old@example.in");
  const emails = ["ravi@example.in", "mira@example.in", "new@example.in"];
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  const plan = await rita.organiser.comparePlaces({ emails });
  const { gain, lose, kept, strangers, dropped, seen } = plan;
  expect([names(gain), names(lose), kept]).toEqual([["Mira"], ["Asha"], 1]);
  expect([strangers, dropped]).toEqual([["new@example.in"], 1]);
  const told = { seen, losing: 1 };
  await rita.organiser.importPlaces({ how: "replace", emails, ...told });
  expect(await confirmed()).toEqual(["Ravi", "Mira"]);
  await expectRefusal(rita.organiser.putPlacesBack(told), {
    code: "changed_since",
  });
  const back = await rita.organiser.comparePlacesBefore();
  expect([names(back.gain), names(back.lose)]).toEqual([["Asha"], ["Mira"]]);
  await rita.organiser.putPlacesBack({ seen: back.seen, losing: 1 });
  expect(await confirmed()).toEqual(["Asha", "Ravi"]);
  expect(await listed("old@example.in", "new@example.in")).toEqual([
    "old@example.in",
  ]);
});

test("what is added takes nothing from anybody, and can be taken back, also the first list", async () => {
  await people("Asha", "Ravi");
  expect(await rita.organiser.places()).toBeNull();
  await add("asha@example.in");
  expect(await add("ravi@example.in", "asha@example.in")).toMatchObject({
    addresses: 2,
    added: 1,
    removed: 0,
  });
  await rita.organiser.putPlacesBack();
  expect(await confirmed()).toEqual(["Asha"]);
  await rita.organiser.putPlacesBack();
  expect(await confirmed()).toEqual(["Asha", "Ravi"]);
  expect(await rita.organiser.places()).toMatchObject({
    addresses: 2,
    before: 1,
  });
});

test("a list from before there was a row for each counts, and can be put back", async () => {
  await importPlaces("asha@example.in");
  await backend.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("places").collect())
      await ctx.db.patch("places", _id, { listId: undefined });
    for (const { _id } of await ctx.db.query("placeLists").collect())
      await ctx.db.delete("placeLists", _id);
  });
  expect(await listed("asha@example.in")).toHaveLength(1);
  await importPlaces("ravi@example.in");
  expect(await listed("asha@example.in")).toEqual([]);
  await rita.organiser.putPlacesBack();
  expect(await listed("asha@example.in", "ravi@example.in")).toHaveLength(1);
});

test("a list can be put back for a week, and nothing is left of it then", async () => {
  vi.useFakeTimers();
  await people("Asha");
  for (const name of ["first", "second", "asha"])
    await importPlaces(`${name}@example.in`);
  const removeOld = async () => {
    await backend.mutation(internal.upkeep.jobs.removeExpired, {});
    await backend.finishAllScheduledFunctions(vi.runAllTimers);
    return (await rowsIn("places")).length;
  };
  expect(await removeOld()).toBe(2);
  await rita.organiser.putPlacesBack();
  vi.setSystemTime(Date.now() + 7 * DAY + 1);
  await expectRefusal(rita.organiser.putPlacesBack(), "not_found");
  expect(await removeOld()).toBe(1);
  expect(await listed("second@example.in")).toHaveLength(1);
});

test("who signs up later with a listed address has a place", async () => {
  await importPlaces("asha@example.in");
  const { token } = await signUp("asha@example.in");
  expect(await isConfirmed(withToken(token))).toBe(true);
  const other = await signUp("ravi@example.in");
  expect(await isConfirmed(withToken(other.token))).toBe(false);
});

test("the list holds no address, and is not deleted by whoever has not proven theirs", async () => {
  await importPlaces("asha@example.in", "mira@example.in");
  expect(JSON.stringify(await rowsIn("places"))).not.toContain("@");
  const impostor = await asUser("Asha");
  const mira = await asUser("Mira", { emailVerificationTime: 1 });
  for (const person of [impostor, mira]) await person.account.remove();
  expect(await rowsIn("places")).toHaveLength(1);
  const { token } = await signUp("asha@example.in");
  expect(await isConfirmed(withToken(token))).toBe(true);
});

test.each([
  [[], "required"],
  [["asha at example"], "invalid_email"],
  [Array.from({ length: MAX_PLACES + 1 }, () => "a@example.in"), "too_many"],
])("an import of %j is refused as %s", async (emails, code) => {
  await expectRefusal(importPlaces(...emails), code);
});

test("as many others in their place are one transaction within the limits of Convex", async () => {
  const addresses = (kind: string) =>
    Array.from({ length: FEW }, (_, k) => `${kind}${k}@example.in`);
  const { _id, _creationTime, ...row } = (await rowsIn("users"))[0] ?? never();
  await backend.run(async (ctx) => {
    for (const email of [...addresses("former"), ...addresses("next")])
      await ctx.db.insert("users", { ...row, role: "participant", email });
  });
  await importPlaces(...addresses("former"));
  // Each of these counts, also a patch and a delete; the mock counts queries alone.
  const counted = ["get", "query", "patch", "delete"];
  let reads = 0;
  const outcome = await backend.run(async (ctx) => {
    const db = new Proxy(ctx.db, {
      get(target, name, receiver) {
        if (counted.includes(String(name))) reads += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    const organiser = (await ctx.db.get("users", rita.uid)) ?? never();
    const change = { how: "replace", emails: addresses("next") } as const;
    return Places.change({ ...ctx, db }, organiser, change, {});
  });
  expect(outcome).toMatchObject({ added: FEW, removed: FEW });
  expect(reads - 2 * FEW).toBeLessThan(10);
  expect(MAX_CHANGED_PLACES).toBeLessThan(4_096 - 20);
});

test("adding can make no list that is too long", async () => {
  const most = Array.from({ length: MAX_PLACES }, (_, k) => `p${k}@example.in`);
  await importPlaces(...most);
  await expectRefusal(add("asha@example.in"), "too_many");
});

const FEW = 20;

function never(): never {
  throw new Error("no row");
}
