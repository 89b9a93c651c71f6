import { expect, test } from "vitest";
import { arrival, homeAfterSignIn } from "../../src/lib/arrival";

test.each([
  ["organiser", "/organiser"],
  ["judge", "/judge"],
  ["mentor", undefined],
  ["participant", undefined],
] as const)("after a sign-in, %s is led to %s", (role, home) => {
  expect(homeAfterSignIn(role, arrival)).toBe(home);
  expect(homeAfterSignIn(role, null)).toBeUndefined();
});
