import { expect, test } from "vitest";
import { requestNewsOf } from "../../src/features/next-step/request-news";

const nobody = { askedBy: [], answer: null };

test.each([
  ["nothing waits", "team", nobody, undefined],
  [
    "one person is named",
    "team",
    { ...nobody, askedBy: ["Amara Patil"] },
    "Amara Patil asks to join.",
  ],
  [
    "more are counted",
    "team",
    { ...nobody, askedBy: ["Amara Patil", "Dev Nair"] },
    "2 people ask to join.",
  ],
  [
    "one team is named",
    null,
    { ...nobody, askedBy: ["Cloud Kitchen"] },
    "Cloud Kitchen offers you a slot.",
  ],
  [
    "an offer comes before an answer",
    null,
    {
      askedBy: ["Comets", "Cloud Kitchen"],
      answer: { teamName: "Nova", outcome: "declined" },
    },
    "2 teams offer you a slot.",
  ],
  [
    "the answer is told",
    null,
    { ...nobody, answer: { teamName: "Nova", outcome: "declined" } },
    "Nova declined your request.",
  ],
  [
    "so is that the team filled up",
    null,
    { ...nobody, answer: { teamName: "Nova", outcome: "team full" } },
    "Nova is full now.",
  ],
] as const)("%s", (_title, teamId, { askedBy, answer }, sentence) => {
  const news = requestNewsOf({
    teamId,
    requests: { askedBy: [...askedBy], answer },
  });
  expect(news?.sentence).toBe(sentence);
});
