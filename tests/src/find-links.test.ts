import { expect, test } from "vitest";
import { findLinks } from "#convex/platform/shared/links";

const hrefs = (text: string) =>
  findLinks(text).flatMap(({ href }) => (href === undefined ? [] : [href]));

test.each([
  ["See https://example.com/map.", ["https://example.com/map"]],
  ["(https://example.com/wifi)", ["https://example.com/wifi"]],
  ["https://example.com/a_(b) and more", ["https://example.com/a_(b)"]],
  ["https://a.in/?q=1&r=2#top, then", ["https://a.in/?q=1&r=2#top"]],
  ["https://a.in https://b.in!", ["https://a.in", "https://b.in"]],
  ["“https://a.in”", ["https://a.in"]],
  ["<https://a.in>", ["https://a.in"]],
  ["http://a.in", []],
  ["javascript:alert(1)", []],
  ["https:// nothing", []],
  ["https://[", []],
  ["", []],
])("the links in %j are %j", (text, expected) => {
  expect(hrefs(text)).toEqual(expected);
});

test.each(["", "plain", "a https://a.in. b\nhttps://b.in", "https://["])(
  "no word of %j is lost",
  (text) => {
    const parts = findLinks(text).map((part) => part.text);
    expect(parts.join("")).toBe(text);
  },
);
