/** Places at the event: what an import does to accounts, earlier and later ones. */
import { beforeEach, expect, test } from "vitest";
import * as Places from "#convex/people/places";
import { MAX_PLACES } from "#convex/people/shared/people";
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
  rita.organiser.importPlaces({ emails });
const isConfirmed = async (person: Calls) =>
  (await person.users.me())?.hasConfirmedPlace;
/** Who has a place, as organisers see it. */
async function confirmed() {
  const { participants } = await rita.organiser.participants();
  return participants
    .filter(({ hasConfirmedPlace }) => hasConfirmedPlace)
    .map(({ name }) => name);
}

test("an import confirms the places of accounts, whatever the spelling of the address", async () => {
  const [asha, ravi] = await people("Asha", "Ravi");
  const emails = [" ASHA@Example.in", "asha@example.in", "new@example.in"];
  expect(await importPlaces(...emails)).toEqual({
    addresses: 2,
    confirmed: 1,
    added: 1,
    removed: 0,
  });
  expect(await isConfirmed(asha)).toBe(true);
  expect(await isConfirmed(ravi)).toBe(false);
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
  expect(await rowsIn("places")).toHaveLength(2);
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
    rita.organiser.importPlaces({ emails, losing });
  await expectRefusal(importing(1), {
    code: "changed_since",
    message: "This would take the place of 2 accounts now. Please look again.",
  });
  expect(await confirmed()).toEqual(["Asha", "Ravi"]);
  await importing(2);
  expect(await confirmed()).toEqual([]);
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

test("an import takes as many addresses as it may, and the next one replaces them all", async () => {
  const most = Array.from({ length: MAX_PLACES }, (_, k) => `p${k}@example.in`);
  await importPlaces(...most);
  expect(await rowsIn("places")).toHaveLength(MAX_PLACES);
  await importPlaces("asha@example.in");
  expect(await rowsIn("places")).toHaveLength(1);
});

test("as many others in their place take no more reads than Convex allows, also if all have accounts", async () => {
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
    return Places.replace({ ...ctx, db }, organiser, addresses("next"));
  });
  expect(outcome).toMatchObject({ added: FEW, removed: FEW });
  const each = 4;
  expect(reads - each * FEW).toBeLessThan(10);
  expect(each * MAX_PLACES).toBeLessThan(4_096 - 20);
});

const FEW = 20;

function never(): never {
  throw new Error("no row");
}
