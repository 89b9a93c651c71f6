import {
  answerInWords,
  askedInWords,
  type RequestNews,
} from "#convex/listings/shared";
import { paths } from "../../paths";
import { mayAccept } from "./standing";
import type { NextStep } from "./next-step-of";

/** How many requests or offers wait for the participant's answer; none once they have lapsed. */
export function requestsToAnswer(
  { requests: { askedBy } }: { requests: RequestNews },
  settings: Parameters<typeof mayAccept>[0] | undefined,
): number {
  return settings && mayAccept(settings) ? askedBy.length : 0;
}

/** What others ask of the participant, or how their own request ended; null if there is nothing. */
export function requestNewsOf({
  teamId,
  requests: { askedBy, answer },
}: {
  teamId: string | null;
  requests: RequestNews;
}): NextStep | null {
  if (askedBy.length > 0)
    return {
      sentence: askedInWords(askedBy, teamId === null ? "team" : "person"),
      label: "Answer",
      href: paths.find,
    };
  const words = answer && answerInWords(answer.outcome);
  return words
    ? {
        sentence: `${answer.teamName} ${words}.`,
        label: "Find another team",
        href: paths.find,
      }
    : null;
}
