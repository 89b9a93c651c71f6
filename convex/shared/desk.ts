/** The list of a phone at the desk: who may come, who has come, and who of a team is missing. */
import type { DeskArrivals, DeskList, Moment } from "./checkIns";

/** A person as the desk sees them. */
export type DeskPerson = DeskList["people"][number] & {
  checkedIn: Moment | null;
  guardianFormSeen: boolean;
};

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
