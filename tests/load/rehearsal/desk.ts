import type { FunctionArgs } from "convex/server";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { Person } from "../person";
import { openPage } from "../pages";

/** A desk with its outbox: what is scanned is kept until it is answered, also if the page is loaded again. */
export class Desk {
  readonly person: Person;
  readonly name: string;
  readonly #kept = new Map<
    string,
    {
      args: FunctionArgs<typeof api.checkIns.record>;
      settle: (isTaken: boolean) => void;
      fail: (error: unknown) => void;
    }
  >();

  constructor(person: Person, name: string) {
    this.person = person;
    this.name = name;
  }

  async open(): Promise<void> {
    await openPage(this.person, "desk");
  }

  /** Scans a pass twice. Resolves once the deployment has answered, with whether it has taken the check-in. */
  async scan(uid: Id<"users">, key: string): Promise<boolean> {
    const { person, name } = this;
    const args = { key, uid, at: person.now(), desk: name, isByList: true };
    return new Promise((settle, fail) => {
      this.#kept.set(key, { args, settle, fail });
      void this.#send(key);
      void this.#send(key);
    });
  }

  /** What is kept is sent by the new page too. */
  reload(): void {
    this.person.reload();
    for (const key of this.#kept.keys()) void this.#send(key);
    void this.open();
  }

  async #send(key: string): Promise<void> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    const { args, settle, fail } = kept;
    await this.person
      .do(api.checkIns.record, args, "a check-in")
      .then((answer) => settle(answer !== undefined), fail);
    this.#kept.delete(key);
  }
}
