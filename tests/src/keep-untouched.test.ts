import { expect, test } from "vitest";
import { keepUntouched } from "../../src/routes/organiser/editing/keep-untouched";

const opened = {
  title: "Lunch",
  body: "At one.\r\nIn the hall.",
  pinned: false,
  publishAt: Date.parse("2025-06-28T09:30:15+05:30"),
};
/** As the form gives it back: tidied, and to the minute. */
const untouched = {
  ...opened,
  body: "At one.\nIn the hall.",
  publishAt: Date.parse("2025-06-28T09:30:00+05:30"),
};
const ofAnother = {
  title: "Late lunch",
  body: "At two.",
  pinned: true,
  publishAt: Date.parse("2025-06-28T10:00:30+05:30"),
};

test("a form in which nothing was touched changes nothing", () => {
  expect(keepUntouched(opened, untouched, opened)).toEqual(opened);
});

test("what another organiser has changed meanwhile stays", () => {
  expect(keepUntouched(opened, untouched, ofAnother)).toEqual(ofAnother);
});

test.each([
  { title: "Dinner" },
  { body: "At seven." },
  { pinned: true },
  { publishAt: Date.parse("2025-06-28T12:00:00+05:30") },
])("%o is what the organiser wrote", (written) => {
  const current = { ...ofAnother, pinned: false };
  expect(keepUntouched(opened, { ...untouched, ...written }, current)).toEqual({
    ...current,
    ...written,
  });
});
