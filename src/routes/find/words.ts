import type { Request, RequestOutcome } from "#convex/listings/shared";

/** The outcome of a request, in words for its reader. */
const outcomes: Record<RequestOutcome, string> = {
  accepted: "Accepted",
  declined: "Declined",
  withdrawn: "Withdrawn",
  "person in a team": "Lapsed: they are in a team now",
  "team full": "Lapsed: the team is full",
  "team closed": "Lapsed: the team is closed to new members",
  "team gone": "Lapsed: the team is no more",
};

/** Of open requests, while teams are locked. */
export const LAPSED = "Lapsed: teams are locked";

export function outcomeInWords(outcome: RequestOutcome): string {
  return outcomes[outcome];
}

/** Who asked whom, in words for the reader's side; in the past once nobody can answer. */
export function requestInWords(request: Request, isOpen = true): string {
  const { side, sentBy, personName, teamName, outcome } = request;
  const asks = outcome === null && isOpen ? "asks" : "asked";
  if (side === "person") {
    return sentBy === "person"
      ? `You asked ${teamName}`
      : `${teamName} ${asks} you to join`;
  }
  return sentBy === "team"
    ? `Your team asked ${personName}`
    : `${personName} ${asks} to join`;
}

/** Whether the reader's side has to answer it. */
export function isToAnswer({ outcome, side, sentBy }: Request): boolean {
  return outcome === null && side !== sentBy;
}

export function slotsInWords(freeSlots: number): string {
  return freeSlots === 1 ? "1 free slot" : `${freeSlots} free slots`;
}
