import { expect, test } from "vitest";
import { requestNewsOf } from "../../src/features/next-step/request-news";

const declined = { teamName: "Nova", outcome: "declined" } as const;
const full = { teamName: "Nova", outcome: "team full" } as const;

test.each([
  ["team", [], null, undefined],
  ["team", ["Amara Patil"], null, "Amara Patil asks to join."],
  ["team", ["Amara Patil", "Dev Nair"], null, "2 people ask to join."],
  [null, ["Cloud Kitchen"], null, "Cloud Kitchen offers you a slot."],
  // An offer comes before an answer.
  [null, ["Comets", "Cloud Kitchen"], declined, "2 teams offer you a slot."],
  [null, [], declined, "Nova declined your request."],
  [null, [], full, "Nova is full now."],
] as const)(
  "a person in %s, asked by %j and answered %j, reads: %s",
  (teamId, askedBy, answer, sentence) => {
    const requests = { askedBy: [...askedBy], asked: [], answer };
    expect(requestNewsOf({ teamId, requests })?.sentence).toBe(sentence);
  },
);
