import { expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import * as InviteCodes from "#convex/model/teams/inviteCodes";
import { INVITE_CODE_ALPHABET } from "#convex/shared/teams";
import { asUser, formTeam, newBackend } from "./setup";

/** Makes the random source return these bytes in a loop. */
function drawing(bytes: number[]): void {
  let position = 0;
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (!(array instanceof Uint8Array)) throw new Error("bytes are drawn");
    for (const index of array.keys())
      array[index] = bytes[position++ % bytes.length] ?? 0;
    return array;
  });
}

test("a code is six characters of A-Z and 0-9", () => {
  for (let count = 0; count < 1000; count++)
    expect(InviteCodes.draw()).toMatch(/^[A-Z0-9]{6}$/);
});

test("every character is equally likely", () => {
  const counts = new Map<string, number>();
  for (let count = 0; count < 20_000; count++)
    for (const character of InviteCodes.draw())
      counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (20_000 * 6) / INVITE_CODE_ALPHABET.length;
  // A byte modulo 36 would make the first four 13 % likelier than the rest;
  // 10 % is six standard deviations of fair draws.
  for (const character of INVITE_CODE_ALPHABET) {
    expect(counts.get(character)).toBeGreaterThan(expected * 0.9);
    expect(counts.get(character)).toBeLessThan(expected * 1.1);
  }
});

test("bytes that would favour a character are drawn again", () => {
  drawing([255, 0, 252, 35, 254, 251, 253, 1, 36, 37]);
  expect(InviteCodes.draw()).toBe("A99BAB");
});

test("a code that another team has is drawn again", async () => {
  const backend = newBackend();
  const asha = await asUser(backend, "Asha");
  const ravi = await asUser(backend, "Ravi");
  drawing([0, 0, 0, 0, 0, 0]);
  expect(await formTeam([asha])).toBe("AAAAAA");
  drawing([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
  expect(await formTeam([ravi], "Other")).toBe("BBBBBB");
});

test("the code of a deleted team can be drawn again", async () => {
  const backend = newBackend();
  const asha = await asUser(backend, "Asha");
  drawing([0, 0, 0, 0, 0, 0]);
  await formTeam([asha]);
  await asha.mutation(api.teams.leave, {});
  expect(await formTeam([asha])).toBe("AAAAAA");
});

test("a broken random source causes an error, not an endless loop", async () => {
  const backend = newBackend();
  const asha = await asUser(backend, "Asha");
  const ravi = await asUser(backend, "Ravi");
  drawing([0, 0, 0, 0, 0, 0]);
  await formTeam([asha]);
  await expect(formTeam([ravi])).rejects.toThrow("no unused invite code");
});
