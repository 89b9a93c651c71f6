import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { MAX_PLACES } from "#convex/people/shared/people";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import {
  at,
  demoPeople,
  demoProfile,
  DESCRIPTIONS,
  TEAM_NAMES,
} from "../../../demo/functions/people";
import { CARDS, OPENINGS } from "../../../demo/functions/words";
import type { Person } from "../person";
import { openPage } from "../pages";
import {
  AT,
  chancesOf,
  newPerson,
  PASSWORD,
  type Cast,
  type Stage,
  type Team,
} from "./stage";

/** Resolves with the participants, once everybody has an account and the dashboard open. */
export async function signUps(stage: Stage): Promise<Person[]> {
  const { ledger, tempo } = stage;
  const places = placesOf(stage);
  const each = (AT.lastSignUp - AT.signUps) / stage.people;
  return Promise.all(
    demoPeople(stage.people).map(async ({ name, email }, nth) => {
      const credentials = { name, email, password: PASSWORD };
      const person = newPerson(stage, credentials);
      await tempo.at(AT.signUps + nth * each);
      await person.signUp(credentials);
      await openPage(person, "dashboard");
      const profile = demoProfile(nth);
      await person.press(api.users.update, profile);
      ledger.acknowledged(
        `profile of ${email}`,
        `${name}'s profile`,
        async () => {
          const me = await person.stored(api.users.me, {});
          return (
            me?.graduationYear === profile.graduationYear &&
            me.hasConfirmedPlace === places.has(email)
          );
        },
      );
      return person;
    }),
  );
}

/** Every fifth team finds its last member under Find; the others share their code. */
export async function formTeams(
  stage: Stage,
  { people }: Cast,
): Promise<Team[]> {
  const { ledger } = stage;
  const order = new Map(
    people.map((person) => [person, chancesOf(stage, person.email)()]),
  );
  const byChance = people.toSorted(
    (one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0),
  );
  const groups = Array.from(
    { length: Math.floor(people.length / MAX_TEAM_SIZE) },
    (_, nth) => byChance.slice(nth * MAX_TEAM_SIZE, (nth + 1) * MAX_TEAM_SIZE),
  );
  return Promise.all(
    groups.map(async ([leader, ...others], nth) => {
      if (leader === undefined) throw new Error("an empty team");
      const teamId = await leader.press(api.teams.create, {
        name: teamName(nth),
        description: at(DESCRIPTIONS, nth),
      });
      if (teamId === undefined) throw new Error(`${leader.email} has no team`);
      const team = await leader.stored(api.teams.mine, {});
      const inviteCode = team?.inviteCode ?? "";
      /** When somebody joins, by how many there are then. */
      const sizes = new Map<number, number>();
      leader.watch(api.teams.mine, {}, (now) => {
        const since = sizes.get(now?.members.length ?? 0);
        if (since === undefined) return;
        sizes.delete(now?.members.length ?? 0);
        ledger.took("a join on the leader's screen", performance.now() - since);
      });
      const seeker = nth % 5 === 0 ? others.pop() : undefined;
      const members = [leader];
      for (const person of others) {
        sizes.set(members.length + 1, performance.now());
        // Pressed twice: the second is refused, and changes nothing.
        const [joined] = await Promise.all([
          person.do(api.teams.join, { inviteCode }),
          person.do(api.teams.join, { inviteCode }, "a second press on Join"),
        ]);
        if (joined !== undefined) members.push(person);
      }
      if (seeker !== undefined) {
        await findEachOther(leader, seeker, teamId, nth);
        members.push(seeker);
      }
      for (const person of members) {
        person.watch(api.teams.mine, {});
        ledger.acknowledged(
          `team of ${person.email}`,
          `${person.name} in ${teamName(nth)}`,
          async () => {
            const me = await person.stored(api.users.me, {});
            return me?.teamId === teamId;
          },
        );
      }
      return { leader, members, teamId, nth };
    }),
  );
}

async function findEachOther(
  leader: Person,
  seeker: Person,
  teamId: Id<"teams">,
  nth: number,
): Promise<void> {
  await leader.press(api.listings.showOpening, at(OPENINGS, nth));
  await seeker.press(api.listings.showCard, at(CARDS, nth));
  const readKey = await seeker.query(api.listings.readKey, {});
  if (readKey !== null)
    seeker.watch(api.listings.list, { readKey, kind: "team" });
  const requestId = await seeker.press(api.requests.send, { target: teamId });
  if (requestId !== undefined)
    await leader.press(api.requests.accept, { requestId });
}

/** Where there are more teams than names, the later ones are numbered. */
function teamName(nth: number): string {
  const round = Math.floor(nth / TEAM_NAMES.length);
  return round === 0
    ? at(TEAM_NAMES, nth)
    : `${at(TEAM_NAMES, nth)} ${round + 1}`.slice(-50);
}

/** The organiser imports who has a place, before they have accounts. */
export async function importPlaces(
  stage: Stage,
  organiser: Person,
): Promise<void> {
  const emails = [...placesOf(stage)];
  await organiser.press(api.organiser.importPlaces, { how: "replace", emails });
}

/** All but one in twenty have one, as far as a list holds. */
function placesOf(stage: Stage): Set<string> {
  const emails = demoPeople(stage.people)
    .map(({ email }) => email)
    .filter((email) => chancesOf(stage, `place of ${email}`)() < 0.95);
  return new Set(emails.slice(0, MAX_PLACES));
}
