import { beforeEach, expect, test, vi } from "vitest";
import {
  addressAfterSignIn,
  dropInvitation,
  keepInvitation,
  keptInvitation,
} from "../../src/lib/kept/kept-invitation";

const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  localStorage.clear();
});

test("an invitation is kept for a week, and leads there after the sign-in", () => {
  expect(addressAfterSignIn()).toBe("/dashboard");
  keepInvitation("ABC123");
  vi.setSystemTime(Date.now() + 7 * DAY - 1);
  expect(addressAfterSignIn()).toBe("/join/ABC123");
  vi.setSystemTime(Date.now() + 1);
  expect(keptInvitation()).toBeUndefined();
  expect(addressAfterSignIn()).toBe("/dashboard");
});

test("a dismissed one is gone", () => {
  keepInvitation("ABC123");
  dropInvitation();
  expect(keptInvitation()).toBeUndefined();
});

test.each([
  "",
  "ABC123",
  "../../x 9999999999999",
  "abc123 9999999999999",
  "ABC123 soon",
])("what no one stored is none: %j", (stored) => {
  localStorage.setItem("invitation", stored);
  expect(keptInvitation()).toBeUndefined();
});
