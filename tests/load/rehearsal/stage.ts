/**
 * What all phases of the event share. Its times are minutes after its beginning: 36 hours, from the first account to the
 * published results. Every step waits for its minute, so that a slow deployment makes the event late, and never drops a step.
 */
import type { Id } from "#convex/_generated/dataModel";
import type { Role } from "../../e2e/operator";
import type { Deployment } from "../deployment";
import { HOUR_MS } from "../../../demo/functions/story";
import { randomOf } from "../../../demo/functions/random";
import type { Ledger } from "../ledger";
import { now } from "../pace";
import { Person } from "../person";
import type { Tempo } from "./tempo";

export const MINUTES = 36 * 60;

/** When what begins. */
export const AT = {
  signUps: 20,
  lastSignUp: 240,
  freeze: 300,
  start: 360,
  announcements: [400, 900, 1_500],
  wrongPhase: 1_000,
  /** An announcement on phones that is corrected at once. */
  correction: 450,
  /** Members are helped from here on. */
  help: 600,
  lastCall: 1_560,
  close: 1_800,
  judging: 1_820,
  results: 2_020,
  /** Award after award. */
  reveal: 2_050,
  over: 2_130,
} as const;

/** Who signs up first. */
export const ORGANISER = "organiser1@rehearsal.example";

/** Everybody has the same one. */
export const PASSWORD = "rehearse the arena 36";

/** What goes wrong on purpose. */
export const FAULTS = ["line", "kill", "clock", "desk", "tap"] as const;
export type Fault = (typeof FAULTS)[number];

export type Plan = {
  people: number;
  faults: ReadonlySet<Fault>;
  /** What people do by chance is the same for a seed. */
  seed: number;
};

export type Stage = Plan & {
  deployment: Deployment;
  ledger: Ledger;
  tempo: Tempo;
  /** Everybody who has come, to be closed in the end. */
  crowd: Person[];
};
/** `nth`: which of the written names and projects is theirs. */
export type Team = {
  leader: Person;
  members: Person[];
  teamId: Id<"teams">;
  nth: number;
};
/** Who has come so far: phases are played one after another, and each adds those who come in it. */
export type Cast = { organiser: Person; people: Person[]; teams: Team[] };

/** Somebody with a device of their own, and what is wrong with it. */
export function newPerson(
  stage: Stage,
  who: { name: string; email: string },
): Person {
  const { deployment, ledger, faults, crowd } = stage;
  const random = chancesOf(stage, `device of ${who.email}`);
  const person = new Person(deployment.url, {
    ...who,
    ledger,
    tapsTwice: faults.has("tap"),
    clockIsOffMs: faults.has("clock") ? (random() - 0.5) * 2 * HOUR_MS : 0,
  });
  if (faults.has("line")) person.line.delayMs = 20 + random() * 180;
  crowd.push(person);
  return person;
}

/** Signs up people and gives them a role. */
export async function appointed(
  stage: Stage,
  role: Role,
  count: number,
  title = `${role[0]?.toUpperCase()}${role.slice(1)}`,
): Promise<Person[]> {
  const all: Person[] = [];
  for (let nth = 1; nth <= count; nth++) {
    const name = `${title} ${nth}`;
    const email = `${title.toLowerCase()}${nth}@rehearsal.example`;
    const person = newPerson(stage, { name, email });
    await person.signUp({ name, email, password: PASSWORD });
    await stage.deployment.operator.appoint(email, role);
    all.push(person);
  }
  return all;
}

/** Notes how long something takes to the screens of all. @param see resolves once it is on a screen */
export async function shown(
  ledger: Ledger,
  what: string,
  people: readonly Person[],
  see: (person: Person) => Promise<number>,
): Promise<void> {
  const from = now();
  await Promise.all(
    people.map(async (person) => ledger.took(what, (await see(person)) - from)),
  );
}

/** The chances of somebody, from 0 to 1: nobody else's change them, whoever is first. */
export function chancesOf({ seed }: Plan, of: string): () => number {
  const mixed = Array.from(of).reduce(
    (sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0,
    seed,
  );
  return randomOf(mixed);
}
