import { api } from "#convex/_generated/api";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import type { Figure } from "../ledger";
import type { Cast, Stage } from "./stage";

/** What the deployment counts, beside what it has acknowledged: they are the same after each phase. */
export async function figuresOf(
  { ledger }: Stage,
  { organiser, people, teams }: Cast,
): Promise<Figure[]> {
  const [counted, { arrived }, marks] = await Promise.all([
    organiser.stored(api.organiser.overview, {}),
    organiser.stored(api.checkIns.arrivals, {}),
    organiser.stored(api.judging.progress, {}),
  ]);
  const { registered, inTeams, teamsBySize, handedIn } = counted;
  const places = teamsBySize.map((count, nth) => count * (nth + 1));
  const members = teams.map((team) => team.members.length);
  const rows: (readonly [string, number, number])[] = [
    ["people with an account", registered, people.length],
    ["people in a team", inTeams, sumOf(members)],
    ["members of all teams: nobody is in two", sumOf(places), inTeams],
    ["teams", counted.teams, teams.length],
    [
      `teams of more than ${MAX_TEAM_SIZE}`,
      sumOf(teamsBySize.slice(MAX_TEAM_SIZE)),
      0,
    ],
    ["arrived, counted once", arrived, ledger.count("arrival of")],
    // It says so when there are more projects than it counts.
    ...(counted.isComplete
      ? ([["handed in", handedIn, ledger.count("hand-in of")]] as const)
      : []),
    ["marks", marks.scored, ledger.count("mark of")],
  ];
  return rows.map(([what, found, expected]) => ({ what, found, expected }));
}

function sumOf(all: readonly number[]): number {
  return all.reduce((sum, one) => sum + one, 0);
}
