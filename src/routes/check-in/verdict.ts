/** What the desk says of a pass that was read, or of a person who was found by name. */
import type { Id } from "#convex/_generated/dataModel";
import type { DeskPerson } from "#convex/judging/shared/desk";
import { folded } from "#convex/platform/shared/lists";
import type { Waiting } from "../../lib/outbox/outbox";
import { searchRows } from "../../lib/search-rows";

/** Who is in front of the desk: by their pass, or by name. A code that is no pass of this deployment has nobody. */
export type Visitor = { by: "pass" | "name"; uid: Id<"users"> | null };

export type Verdict =
  | { kind: "valid" | "found"; person: DeskPerson }
  | {
      kind: "already";
      person: DeskPerson;
      first: NonNullable<DeskPerson["checkedIn"]>;
    }
  /** The deployment has signed the pass, and this phone's list does not have the person. */
  | { kind: "unlisted"; uid: Id<"users"> }
  | { kind: "invalid" };

/** Asked again with every change of the list: another desk may be quicker. */
export function verdictOn(
  { by, uid }: Visitor,
  people: readonly DeskPerson[],
): Verdict {
  if (uid === null) return { kind: "invalid" };
  const person = people.find((it) => it.uid === uid);
  if (person === undefined) return { kind: "unlisted", uid };
  return person.checkedIn === null
    ? { kind: by === "pass" ? "valid" : "found", person }
    : { kind: "already", person, first: person.checkedIn };
}

/** The list as it will be once what waits on this phone is sent. */
export function withWaiting(
  people: readonly DeskPerson[],
  waiting: readonly Pick<Waiting<"checkIn">, "args" | "refusal">[],
): readonly DeskPerson[] {
  const changed = new Map<string, DeskPerson>();
  for (const { args, refusal } of waiting) {
    const before =
      changed.get(args.uid) ?? people.find(({ uid }) => uid === args.uid);
    if (before === undefined || refusal !== undefined) continue;
    changed.set(args.uid, after(before, args));
  }
  return people.map((person) => changed.get(person.uid) ?? person);
}

function after(
  person: DeskPerson,
  args: Waiting<"checkIn">["args"],
): DeskPerson {
  const { checkedIn } = person;
  if ("isSeen" in args) return { ...person, guardianFormSeen: args.isSeen };
  if (!("desk" in args)) {
    const isUndone = checkedIn !== null && checkedIn.at <= args.at;
    return isUndone
      ? { ...person, checkedIn: null, guardianFormSeen: false }
      : person;
  }
  const { at, desk, guardianFormSeen = false } = args;
  return {
    ...person,
    // The earliest counts.
    checkedIn:
      checkedIn !== null && checkedIn.at <= at ? checkedIn : { at, desk },
    guardianFormSeen: person.guardianFormSeen || guardianFormSeen,
  };
}

const MOST_FOUND = 20;

/** Those whose name, college or team has every word; names that begin with the first word come first. */
export function findPeople(
  people: readonly DeskPerson[],
  words: string,
): readonly DeskPerson[] {
  const [first] = folded(words).split(/\s+/u).filter(Boolean);
  if (first === undefined) return [];
  const rank = ({ name }: DeskPerson) =>
    folded(name).startsWith(first) ? 0 : folded(name).includes(first) ? 1 : 2;
  const textOf = ({ name, college, teamName }: DeskPerson) =>
    `${name} ${college} ${teamName ?? ""}`;
  return [...searchRows(people, words, textOf)]
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST_FOUND);
}
