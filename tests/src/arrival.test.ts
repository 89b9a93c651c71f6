import { expect, test } from "vitest";
import { homeOf } from "../../src/features/next-step/standing";
import { arrival, isArrival } from "../../src/lib/arrival";

test.each([
  ["organiser", "/organiser", undefined],
  ["judge", "/judge", "/judge"],
  ["mentor", "/help", "/help"],
  ["participant", undefined, undefined],
] as const)(
  "after a sign-in, a %s is led to %s, and from the dashboard to %s",
  (role, home, always) => {
    expect(homeOf(role, isArrival(arrival))).toBe(home);
    expect(homeOf(role, isArrival(null))).toBe(always);
  },
);
