import type {
  ChangeKind,
  ChangeRequest,
} from "#convex/teams/shared/changeRequests";

type Asked = Pick<ChangeRequest, "kind" | "teamName" | "targetTeamName">;

/** The text of a change request, without its sender. */
export function changeInWords({ kind, teamName, targetTeamName }: Asked) {
  switch (kind) {
    case "leave":
      return `Leave ${teamName}`;
    case "swap":
      return `Leave ${teamName} and join ${targetTeamName}`;
    case "join":
      return `Join ${targetTeamName}`;
    case "other":
      return teamName === null
        ? "Something else"
        : `Something else, about ${teamName}`;
  }
}

export const changeKinds: readonly {
  value: ChangeKind;
  label: string;
  needsTeam: boolean | null;
  needsCode: boolean;
}[] = [
  { value: "leave", label: "Leave my team", needsTeam: true, needsCode: false },
  {
    value: "swap",
    label: "Leave my team and join another",
    needsTeam: true,
    needsCode: true,
  },
  { value: "join", label: "Join a team", needsTeam: false, needsCode: true },
  {
    value: "other",
    label: "Something else",
    needsTeam: null,
    needsCode: false,
  },
];

const outcomes: Record<NonNullable<ChangeRequest["outcome"]>, string> = {
  approved: "Approved and done",
  declined: "Declined",
  withdrawn: "Withdrawn",
  overtaken: "No longer needed: the team changed in another way",
};

/** @param outcome null while it is pending */
export function outcomeOfChange(outcome: ChangeRequest["outcome"]): string {
  return outcome === null ? "Waiting for the organisers" : outcomes[outcome];
}
