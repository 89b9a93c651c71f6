/** The list of a phone at the desk: who may come, who has come, and who of a team is missing. */
import type {
  DeskArrivals,
  DeskList,
  Moment,
} from "../../checkIns/shared/checkIns";

/** A person as the desk sees them. */
export type DeskPerson = DeskList["people"][number] & {
  checkedIn: Moment | null;
  guardianFormSeen: boolean;
};

/** How many changes a phone gets again with each further one, before it asks for later ones only. */
const MAX_REPEATED = 8;

/** Returns what a phone knows once it has these changes. */
export function withChanges(
  known: DeskArrivals,
  changes: DeskArrivals,
): DeskArrivals {
  const changed = new Set(changes.map(({ uid }) => uid));
  return [...known.filter(({ uid }) => !changed.has(uid)), ...changes];
}

/** Returns what a phone with these changes asks for next: what is later than `after`. */
export function nextAfter(
  after: number | undefined,
  changes: DeskArrivals,
): number | undefined {
  const last = changes.at(-1)?.changedAt;
  return changes.length > MAX_REPEATED && last !== undefined ? last : after;
}

/** Returns the people of the list, with whether they have come. */
export function atDesk({ people }: DeskList, arrivals: DeskArrivals) {
  const come = new Map(arrivals.map((arrival) => [arrival.uid, arrival]));
  return people.map((person) => {
    const { at, desk, guardianFormSeen = false } = come.get(person.uid) ?? {};
    const checkedIn =
      at === undefined || desk === undefined ? null : { at, desk };
    return { ...person, checkedIn, guardianFormSeen };
  });
}

/** Returns a person's team as the desk sees it: who is here, and who is missing. */
export function teamAtDesk(
  people: readonly DeskPerson[],
  teamId: DeskPerson["teamId"],
): { here: DeskPerson[]; missing: DeskPerson[] } {
  const members = people.filter(
    (person) => teamId !== null && person.teamId === teamId,
  );
  return {
    here: members.filter(({ checkedIn }) => checkedIn !== null),
    missing: members.filter(({ checkedIn }) => checkedIn === null),
  };
}
