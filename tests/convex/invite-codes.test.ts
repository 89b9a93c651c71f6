import { expect, test, vi } from "vitest";
import { asUser, formTeam } from "./setup";

/** Makes the random source return these numbers in a loop. */
function drawing(numbers: number[]): void {
  let position = 0;
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (!(array instanceof Uint32Array)) throw new Error("numbers are drawn");
    for (const index of array.keys())
      array[index] = numbers[position++ % numbers.length] ?? 0;
    return array;
  });
}

test("a code is six characters of A-Z and 0-9", async () => {
  const asha = await asUser("Asha");
  drawing([0, 25, 26, 35, 36, 2 ** 32 - 1]);
  expect(await formTeam([asha])).toBe("AZ09AD");
});

test("a code that another team has is drawn again", async () => {
  const asha = await asUser("Asha");
  const ravi = await asUser("Ravi");
  drawing([0, 0, 0, 0, 0, 0]);
  expect(await formTeam([asha])).toBe("AAAAAA");
  drawing([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
  expect(await formTeam([ravi], "Other")).toBe("BBBBBB");
});
