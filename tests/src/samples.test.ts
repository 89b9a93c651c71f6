import { describe, expect, test } from "vitest";
import { eventStructuredData } from "../../src/content/link-previews";
import {
  countOf,
  isReserved,
  isVenueSample,
  samplesLeft,
  samplesNotice,
} from "../../src/content/samples";
import { isOurs } from "../ours";

describe.runIf(isOurs)("the sample values that are left", () => {
  test("are the links, the venue, the sponsors and two tracks", () => {
    const samples = samplesLeft();
    const counts = samples.map(({ what, values }) => [what, values.length]);
    expect(Object.fromEntries(counts)).toEqual({
      "Address of this site": 1,
      "Contact address": 1,
      "Registration page": 1,
      "Pre-meetup page": 1,
      "Hackathon platform": 1,
      "Discord invitation": 1,
      "Instagram profile": 1,
      "Address of the venue": 1,
      "Position of the venue": 1,
      "Contact for personal data": 1,
      Sponsors: 14,
      "Community partners": 10,
      "Sponsor tracks": 2,
    });
    expect(countOf(samples)).toBe(36);
    for (const { where, file } of samples) {
      expect(where).not.toBe("");
      expect(file).toMatch(/^convex\/edition\/\w+\.ts$/);
    }
  });

  test("do not include the site's address once a build sets it", () => {
    const what = samplesLeft("https://hackarena.in").map((one) => one.what);
    expect(what).not.toContain("Address of this site");
    expect(what).toHaveLength(12);
  });

  test("do not include what organisers have set, and the form is named for what it sets", () => {
    const set = {
      registration: "https://hackarena.in/register",
      venueAddress: "IIT Delhi",
      position: "28.545, 77.1926",
    };
    const left = samplesLeft(undefined, set);
    const inForm = left.filter(({ isInForm }) => isInForm);
    expect(left).toHaveLength(10);
    expect(inForm.map(({ what }) => what)).toEqual([
      "Contact address",
      "Pre-meetup page",
      "Hackathon platform",
      "Discord invitation",
      "Instagram profile",
    ]);
  });

  test("are told in one line, or not at all", () => {
    expect(samplesNotice([])).toBe("");
    const one = { what: "", values: ["a"], where: "", file: "" };
    expect(samplesNotice([one])).toMatch(/^1 sample value is left in /);
    expect(samplesNotice([one, one])).toMatch(/^2 sample values are left in /);
  });
});

test.each([
  ["https://example.com/hackarena", true],
  ["https://hackarena.example.com", true],
  ["organisers@example.com", true],
  ["https://example.com.in", false],
  ["https://counterexample.com", false],
  ["https://hackarena.in/example-com", false],
  ["team@hackarena.in", false],
])("%s is reserved for examples: %s", (address, isSample) => {
  expect(isReserved(address)).toBe(isSample);
});

test.runIf(isOurs)("search engines get no sample venue", () => {
  expect(isVenueSample(["Delhi Technological University"])).toBe(false);
  const { location } = eventStructuredData("https://hackarena.in");
  expect(JSON.stringify(location)).not.toMatch(/sample/i);
  expect(location).toEqual({
    "@type": "Place",
    name: "New Delhi",
    address: {
      "@type": "PostalAddress",
      addressLocality: "New Delhi",
      addressCountry: "IN",
    },
  });
});
