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

/** What waits of one address, by client, in the order of their turns. */
type Line<Item> = { count: number; clients: Map<string, Item[]> };

/**
 * A queue in which addresses take turns (round robin), and the clients of one
 * address too; what one client has added comes out in order. So a client with many
 * items delays the next item of another client by little.
 */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Line<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: Item, { address, client }: Asker = NOBODY): void {
    const line = this.#lines.get(address) ?? { count: 0, clients: new Map() };
    this.#lines.set(address, line);
    line.count += 1;
    this.#size += 1;
    const waiting = line.clients.get(client);
    if (waiting === undefined) line.clients.set(client, [item]);
    else waiting.push(item);
  }

  remove(item: Item, { address, client }: Asker = NOBODY): void {
    const line = this.#lines.get(address);
    const waiting = line?.clients.get(client) ?? [];
    const at = waiting.indexOf(item);
    if (line === undefined || at < 0) return;
    waiting.splice(at, 1);
    if (waiting.length === 0) line.clients.delete(client);
    this.#size -= 1;
    line.count -= 1;
    if (line.count === 0) this.#lines.delete(address);
  }

  /** Removes the item whose turn it is; undefined when the queue is empty. */
  take(): Item | undefined {
    const [first] = this.#lines;
    if (first === undefined) return undefined;
    const [address, line] = first;
    this.#lines.delete(address);
    line.count -= 1;
    this.#size -= 1;
    if (line.count > 0) this.#lines.set(address, line);
    return takeTurn(line);
  }
}

function takeTurn<Item>({ clients }: Line<Item>): Item | undefined {
  const [first] = clients;
  if (first === undefined) return undefined;
  const [client, waiting] = first;
  const next = waiting.shift();
  clients.delete(client);
  if (waiting.length > 0) clients.set(client, waiting);
  return next;
}
