import { BusyError } from "./errors";

/** Who asks for work. Callers without an address or a client count as one. */
export type Asker = {
  /** Where the client is. */
  address: string;
  /** Tells clients of one address apart. */
  client: string;
};

type Limits = { perAddress: number; total: number };

const NOBODY: Asker = { address: "", client: "" };
const UNLIMITED: Limits = { perAddress: Infinity, total: Infinity };

/** Waiting tasks of one address by client, in the order of their turns. */
type Line = { count: number; clients: Map<string, (() => void)[]> };

/**
 * Limits how many asynchronous tasks run at once. Others wait in fair queues:
 * addresses take turns (round robin), the clients of one address take turns,
 * and the tasks of one client run in order. So a client with many tasks delays
 * the next task of another client by little.
 */
export class WorkGate {
  readonly #limit: number;
  readonly #maxWaiting: Limits;
  readonly #lines = new Map<string, Line>();
  #waiting = 0;
  #running = 0;

  /**
   * @param limit maximum number of concurrent tasks, at least 1
   * @param maxWaiting maximum number of waiting tasks; further ones are refused
   */
  constructor(limit: number, maxWaiting: Limits = UNLIMITED) {
    this.#limit = limit;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * @param work called when a slot is free
   * @returns the result of `work`
   * @throws BusyError at once when too many tasks wait
   */
  async run<Result>(
    work: () => Promise<Result>,
    asker: Asker = NOBODY,
  ): Promise<Result> {
    if (this.#running === this.#limit) await this.#turn(asker);
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #turn({ address, client }: Asker): Promise<void> {
    const line = this.#lines.get(address) ?? { count: 0, clients: new Map() };
    const { perAddress, total } = this.#maxWaiting;
    if (line.count >= perAddress || this.#waiting >= total) {
      throw new BusyError();
    }
    line.count++;
    this.#waiting++;
    this.#lines.set(address, line);
    return new Promise((resolve) => {
      const waiting = line.clients.get(client);
      if (waiting === undefined) line.clients.set(client, [resolve]);
      else waiting.push(resolve);
    });
  }

  /** Hands the slot to the next waiting task, so that none overtakes it. */
  #pass(): void {
    const [first] = this.#lines;
    if (first === undefined) {
      this.#running--;
      return;
    }
    const [address, line] = first;
    this.#lines.delete(address);
    line.count--;
    this.#waiting--;
    if (line.count > 0) this.#lines.set(address, line);
    takeTurn(line)?.();
  }
}

function takeTurn({ clients }: Line): (() => void) | undefined {
  const [first] = clients;
  if (first === undefined) return undefined;
  const [client, waiting] = first;
  const next = waiting.shift();
  clients.delete(client);
  if (waiting.length > 0) clients.set(client, waiting);
  return next;
}
