/** A request for a change of teams, as organisers read it. */
export const changeRequest = {
  _id: "r1",
  personName: "Meera Pillai",
  kind: "leave",
  reason: "I am ill.",
  answer: "",
  teamName: "Night Owls",
  targetTeamName: null,
  sentAt: 0,
  outcome: null,
  settledAt: null,
  settledBy: null,
  obstacle: null,
  ends: null,
};
