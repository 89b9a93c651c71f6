import { expect, test } from "vitest";
import {
  countOf,
  searchQuestions,
} from "../../src/routes/faq/search-questions";

const groups = [
  {
    id: "event",
    title: "The event",
    questions: [
      { id: "cost", question: "What does it cost?", answer: "Nothing." },
      {
        id: "rules",
        question: "What are the rules?",
        answer: ["Read the ", { text: "Code of conduct", href: "/rules" }, "."],
      },
    ],
  },
  {
    id: "teams",
    title: "Teams",
    questions: [{ id: "size", question: "How big?", answer: "Two to four." }],
  },
];

function found(search: string): string[] {
  return searchQuestions(groups, search).flatMap(({ questions }) =>
    questions.map(({ id }) => id),
  );
}

test.each([
  ["an empty search finds everything", "  ", ["cost", "rules", "size"]],
  ["the case does not matter", "COST", ["cost"]],
  ["answers are searched too", "four", ["size"]],
  ["links within answers are searched too", "the conduct", ["rules"]],
  ["every word must be there", "what nothing", ["cost"]],
  ["a strange word finds nothing", "zebra", []],
])("%s", (_, search, ids) => {
  expect(found(search)).toEqual(ids);
});

test("groups without a match are left out, and the others are counted", () => {
  const matches = searchQuestions(groups, "what");
  expect(matches.map(({ id }) => id)).toEqual(["event"]);
  expect(countOf(matches)).toBe(2);
});
