/** What takes the stage for a moment: the difference between two states of the hall. */
import { useEffect, useState } from "react";
import type { Id } from "#convex/_generated/dataModel";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";

export type HallTeam = {
  id: Id<"teams">;
  name: string;
  filled: number;
  arrived: number;
  handIn: Id<"handIns"> | null;
};

export type Notice = { id: string; title: string; body: string };

export type HallState = {
  teams: readonly HallTeam[];
  notice: Notice | null;
  /** What is on. */
  entries: readonly {
    _id: string;
    title: string;
    place?: string | undefined;
  }[];
};

export type Moment =
  | { kind: "slot" | "arrival"; key: string; team: HallTeam; label: string }
  | {
      kind: "hand-in";
      key: string;
      team: HallTeam;
      handIn: Id<"handIns">;
      label: string;
    }
  | { kind: "words"; key: string; label: string; notice: Notice };

/** Returns what has happened between two states, the most important first. */
export function momentsBetween(before: HallState, after: HallState): Moment[] {
  const known = new Map(before.teams.map((team) => [team.id, team]));
  const handedIn = after.teams.filter(({ handIn }) => handIn !== null).length;
  const moments: Moment[] = [];
  const { notice } = after;
  if (notice !== null && notice.id !== before.notice?.id)
    moments.push({
      kind: "words",
      key: notice.id,
      label: "Announcement",
      notice,
    });
  for (const entry of after.entries)
    if (before.entries.every(({ _id }) => _id !== entry._id))
      moments.push({
        kind: "words",
        key: entry._id,
        label: "Now",
        notice: {
          id: entry._id,
          title: entry.title,
          body: entry.place ?? "",
        },
      });
  for (const team of after.teams) {
    const was = known.get(team.id);
    const { id, filled, arrived, handIn } = team;
    // A correction of what is handed in is no news.
    if (handIn !== null && was && was.handIn === null)
      moments.push({
        kind: "hand-in",
        key: handIn,
        team,
        handIn,
        label: `Handed in · ${handedIn} of ${after.teams.length}`,
      });
    if (was && arrived > was.arrived && arrived === filled)
      moments.push({
        kind: "arrival",
        key: `${id} ${arrived} here`,
        team,
        label: "All here",
      });
    if (filled > (was?.filled ?? 0))
      moments.push({
        kind: "slot",
        key: `${id} ${filled}`,
        team,
        label: was === undefined ? "New team" : slotWords(filled),
      });
  }
  return moments;
}

function slotWords(filled: number): string {
  return filled >= MAX_TEAM_SIZE ? "Team complete" : `P${filled} locked in`;
}

/** How many wait at most: what comes late says nothing about now. The ring has shown it already. */
const MOST_WAITING = 8;

/** Adds moments to those that wait: words before all others, and of too many the oldest slots go first. */
export function queued(
  waiting: readonly Moment[],
  coming: readonly Moment[],
): readonly Moment[] {
  if (coming.length === 0) return waiting;
  const rank = { words: 0, "hand-in": 1, arrival: 2, slot: 3 };
  return [...waiting, ...coming]
    .sort((one, other) => rank[one.kind] - rank[other.kind])
    .slice(0, MOST_WAITING);
}

const SHORT_MS = 4_500;
const LONG_MS = 7_500;
const PER_LETTER_MS = 70;
const LONGEST_MS = 40_000;

/** How long a moment has the stage: words for as long as they are read, the others shorter while others wait. */
export function lengthOf(moment: Moment, waiting: number): number {
  if (moment.kind !== "words") return waiting > 2 ? SHORT_MS : LONG_MS;
  const { title, body } = moment.notice;
  const letters = title.length + body.length;
  return Math.min(LONGEST_MS, LONG_MS + letters * PER_LETTER_MS);
}

/** Between two moments the clock has the stage. */
const PAUSE_MS = 1_200;

/** The moment that has the stage; null for minutes. The first state of the hall is no news. */
export function useMoments(hall: HallState | undefined): Moment | null {
  const [seen, setSeen] = useState(hall);
  const [waiting, setWaiting] = useState<readonly Moment[]>([]);
  const [shown, setShown] = useState<Moment | null>(null);
  if (hall !== seen) {
    setSeen(hall);
    if (hall && seen) setWaiting(queued(waiting, momentsBetween(seen, hall)));
  }
  const next = waiting[0];
  useEffect(() => {
    if (shown !== null || next === undefined) return;
    const timer = setTimeout(() => {
      setShown(next);
      setWaiting((all) => all.filter((moment) => moment !== next));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [shown, next]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(
      () => setShown(null),
      lengthOf(shown, waiting.length),
    );
    return () => clearTimeout(timer);
    // What comes meanwhile does not make it longer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown]);
  return shown;
}
