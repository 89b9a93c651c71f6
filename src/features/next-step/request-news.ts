import type { RequestNews, RequestOutcome } from "#convex/shared/listings";
import { paths } from "../../paths";
import type { NextStep } from "./next-step-of";

const answers: Partial<Record<RequestOutcome, string>> = {
  declined: "declined your request",
  "team full": "is full now",
  "team closed": "is closed to newcomers now",
  "team gone": "has ended",
};

/** How many requests or offers wait for the participant's answer: none can be given while team changes are closed. */
export function requestsToAnswer(
  { requests: { askedBy } }: { requests: RequestNews },
  areChangesOpen: boolean,
): number {
  return areChangesOpen ? askedBy.length : 0;
}

/** What others ask of the participant, or how their own request ended; null if there is nothing. */
export function requestNewsOf({
  teamId,
  requests: { askedBy, answer },
}: {
  teamId: string | null;
  requests: RequestNews;
}): NextStep | null {
  const [first, ...others] = askedBy;
  if (first !== undefined) {
    const [who, verb] =
      others.length === 0
        ? [first, "s"]
        : [`${askedBy.length} ${teamId === null ? "teams" : "people"}`, ""];
    return {
      sentence:
        teamId === null
          ? `${who} offer${verb} you a slot.`
          : `${who} ask${verb} to join.`,
      label: "Answer",
      href: paths.find,
    };
  }
  const words = answer && answers[answer.outcome];
  return words
    ? {
        sentence: `${answer.teamName} ${words}.`,
        label: "Find another team",
        href: paths.find,
      }
    : null;
}
