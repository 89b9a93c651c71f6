import { expect, test } from "vitest";
import {
  googleAddress,
  readGoogleRequest,
  type GoogleRequest,
} from "../../src/features/auth/google-request";

const requests: GoogleRequest[] = [
  { purpose: "login", isRemembered: true },
  { purpose: "login", isRemembered: false, from: "/team?a=1&b=2#roster" },
  { purpose: "register", isRemembered: true, popup: "1-2-3" },
];

test.each(requests)("%o survives the way to Google and back", (request) => {
  const there = new URL(googleAddress(request, "leave"), "https://site.test");
  expect(there.pathname).toBe("/google");
  expect(readGoogleRequest(there.searchParams)).toEqual(request);
  const back = new URL(googleAddress(request, "return"), "https://site.test");
  expect(readGoogleRequest(back.searchParams)).toEqual(request);
});

test.each(["//elsewhere.test", "/\\elsewhere.test", "https://elsewhere.test"])(
  "nobody is to be led to %s",
  (from) => {
    const search = new URLSearchParams({ for: "login", from });
    expect(readGoogleRequest(search)).toEqual({
      purpose: "login",
      isRemembered: true,
    });
  },
);

test("an address without a request is a login that is remembered", () => {
  expect(readGoogleRequest(new URLSearchParams())).toEqual({
    purpose: "login",
    isRemembered: true,
  });
});
