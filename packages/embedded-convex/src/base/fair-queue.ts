/** Who asks for work. Callers without an address or a client count as one. */
export type Asker = {
  /** Where the client is. */
  address: string;
  /** Tells clients of one address apart. */
  client: string;
  /** Whose valid session the client has; null or missing without one. */
  person?: string | null;
  /** Whether the client uses what it holds. */
  isBusy?: boolean;
};

export const NOBODY: Asker = { address: "", client: "" };

/**
 * A queue in which addresses take turns (round robin). In an address those with a session, those without who wait for
 * one thing, and those who wait for more take turns; and of these each person does. What one has added comes out in
 * order. So whoever adds much, over however many sockets, delays the next item of somebody else by little.
 */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Line<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: Item, asker: Asker = NOBODY): void {
    const line = this.#lines.get(asker.address) ?? new Line();
    this.#lines.set(asker.address, line);
    line.add(item, asker);
    this.#size += 1;
  }

  /** @param asker as it was when `item` was added */
  remove(item: Item, asker: Asker = NOBODY): void {
    const line = this.#lines.get(asker.address);
    if (line?.remove(item, asker) !== true) return;
    if (line.isEmpty) this.#lines.delete(asker.address);
    this.#size -= 1;
  }

  /** Removes the item whose turn it is; undefined when the queue is empty. */
  take(): Item | undefined {
    const [first] = this.#lines;
    if (first === undefined) return undefined;
    const [address, line] = first;
    const item = line.take();
    this.#lines.delete(address);
    if (!line.isEmpty) this.#lines.set(address, line);
    this.#size -= 1;
    return item;
  }
}

/** What waits of one address, by person in the order of their turns. A client without a session is a person. */
class Line<Item> {
  readonly #signedIn = new Map<string, Item[]>();
  readonly #waitForOne = new Map<string, Item[]>();
  /** Whoever waits for more does so until nothing is left. */
  readonly #waitForMore = new Map<string, Item[]>();
  /** In the order of their turns. */
  readonly #kinds = [this.#signedIn, this.#waitForOne, this.#waitForMore];

  get isEmpty(): boolean {
    return this.#kinds.every(({ size }) => size === 0);
  }

  add(item: Item, { client, person }: Asker): void {
    const name = person ?? client;
    const isSignedIn = typeof person === "string";
    const [one, more] = isSignedIn
      ? [this.#signedIn, this.#signedIn]
      : [this.#waitForOne, this.#waitForMore];
    const earlier = one.get(name) ?? more.get(name);
    if (earlier === undefined) return void one.set(name, [item]);
    earlier.push(item);
    if (more.has(name)) return;
    one.delete(name);
    more.set(name, earlier);
  }

  remove(item: Item, { client, person }: Asker): boolean {
    const name = person ?? client;
    return this.#kinds.some((persons) => {
      const items = persons.get(name) ?? [];
      const at = items.indexOf(item);
      if (at >= 0) items.splice(at, 1);
      if (items.length === 0) persons.delete(name);
      return at >= 0;
    });
  }

  take(): Item | undefined {
    const persons = this.#kinds.find(({ size }) => size > 0);
    const [first] = persons ?? [];
    if (persons === undefined || first === undefined) return undefined;
    this.#kinds.push(...this.#kinds.splice(this.#kinds.indexOf(persons), 1));
    const [name, items] = first;
    const item = items.shift();
    persons.delete(name);
    if (items.length > 0) persons.set(name, items);
    return item;
  }
}
