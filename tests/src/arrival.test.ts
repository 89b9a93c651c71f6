import { expect, test } from "vitest";
import { arrival, homeAfterSignIn } from "../../src/lib/arrival";

test.each([
  ["organiser", "/organiser", "/organiser"],
  ["judge", "/judge", "/judge"],
  ["mentor", undefined, "/help"],
  ["participant", undefined, undefined],
] as const)(
  "after a sign-in, %s is led to %s, and while help is open to %s",
  (role, home, whileOpen) => {
    expect(homeAfterSignIn(role, arrival, false)).toBe(home);
    expect(homeAfterSignIn(role, arrival, true)).toBe(whileOpen);
    expect(homeAfterSignIn(role, null, true)).toBeUndefined();
  },
);
