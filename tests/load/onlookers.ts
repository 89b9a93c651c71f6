/** People who have the portal open. Most only look on, in a process of their own, so that those who act are timed by one that has little to do. */
import { fork } from "node:child_process";
import { api } from "#convex/_generated/api";
import { now, pool } from "./pace";
import { open, showsAnnouncement, type Questions } from "./pages";
import { Person } from "./person";

export const CONNECTING_AT_ONCE = 64;

/** With the notices, the six live queries of a page. */
export const LIVE: Questions = [
  [api.users.me, {}],
  [api.teams.mine, {}],
  [api.schedule.list, {}],
  [api.settings.current, {}],
];

/** Opens a page. Resolves once everything on it is answered. */
export async function arrive(person: Person, questions = LIVE): Promise<void> {
  const all = await open(person, questions);
  await Promise.all(all.map(([query, args]) => person.query(query, args)));
}

/** Resolves with the time at which a page whose connection was lost is answered again. */
export async function comeBack(person: Person): Promise<number> {
  // What is asked without a connection is asked after all that was open before.
  await person.query(api.settings.teamChanges, { at: 1 });
  return now();
}

const people: Person[] = [];

const commands = {
  connect: async ({ url, tokens }: { url: string; tokens: string[] }) => {
    people.push(...tokens.map((token) => new Person(url, { token })));
    await pool(people, CONNECTING_AT_ONCE, async (person) => arrive(person));
    return [now()];
  },
  see: ({ title }: { title: string }) =>
    Promise.all(people.map(async (person) => showsAnnouncement(person, title))),
  comeBack: () => Promise.all(people.map(comeBack)),
};

type Command = keyof typeof commands;
type Asked = { id: number; command: Command; args: never };

/** Does in this process what another one asks, until that one ends. */
export async function run(): Promise<string> {
  process.on("message", ({ id, command, args }: Asked) => {
    void commands[command](args).then((answer) =>
      process.send?.({ id, answer }),
    );
  });
  await new Promise((resolve) => process.once("disconnect", resolve));
  return "";
}

/** The process of those who only look on. */
export class Onlookers {
  readonly #child = fork("tests/load/run.mjs", ["onlookers"]);
  readonly #waiting = new Map<number, (times: number[]) => void>();
  #asked = 0;

  constructor() {
    this.#child.on("message", (told: { id: number; answer: number[] }) => {
      this.#waiting.get(told.id)?.(told.answer);
      this.#waiting.delete(told.id);
    });
  }

  /** @returns the times at which it was so on each page */
  ask<Of extends Command>(
    command: Of,
    args: Parameters<(typeof commands)[Of]>[0],
  ): Promise<number[]> {
    const id = this.#asked++;
    this.#child.send({ id, command, args });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  end(): void {
    this.#child.disconnect();
  }
}
