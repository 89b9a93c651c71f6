import { LARGE_RESULT_BYTES, QUERIES_PER_TURN } from "../base/client-limits";
import { turns } from "../base/turns";
import type { Asker } from "../base/fair-queue";
import type { Caller } from "../functions/calls/call-and-outcome";
import type { QueryCache } from "../subscriptions/query-cache";
import type { Snapshot } from "../transaction/snapshot";
import type { QuerySetModification } from "./messages";
import type { StateModification } from "./state-modification";
import { queryRemoved } from "./server-messages";
import { SyncedQuery, type SyncedQueryOwner } from "./synced-query";

/** The content of one Transition: all changes up to one timestamp. */
type QuerySetUpdate = { ts: bigint; modifications: string[] };

type Options = {
  asker: Asker;
  cache: QueryCache<StateModification>;
  snapshot: () => Snapshot;
  onUpdated: (update: QuerySetUpdate) => void;
  onFailed: (error: unknown) => void;
  onInvalidated: () => void;
  /** Called when `heldBytes` may have grown. */
  onGrown: () => void;
};

/** The queries that one connection has subscribed to. */
export class QuerySet implements SyncedQueryOwner {
  readonly #queries = new Map<number, SyncedQuery>();
  #caller: Caller | null = null;
  #update: QuerySetUpdate = { ts: 0n, modifications: [] };
  /** Number of queries that the current update waits for. */
  #awaited = 0;
  /** Cache for `isResting`: a query that was resting at the last check. */
  #resting: SyncedQuery | null = null;
  #isClosed = false;
  #heldBytes = 0;

  constructor(private readonly options: Options) {}

  /**
   * Applies the client's modifications and brings every query to the newest
   * snapshot. Then calls `onUpdated` with the changes to send; synchronously
   * when no query has to run. Updates must not overlap.
   */
  update(modifications: readonly QuerySetModification[], caller: Caller): void {
    const snapshot = this.options.snapshot();
    this.#update = { ts: snapshot.ts, modifications: [] };
    if (caller !== this.#caller) this.#changeCaller(caller);
    for (const modification of modifications) {
      this.#modify(modification, caller);
    }
    // Released when all queries have started: the update cannot end before.
    this.#awaited = 1;
    // What everyone waits for goes on; a client that asks for more waits for a turn.
    const isPatient = modifications.length > 0;
    const queries = [...this.#queries.values()];
    const advance = () => this.#advance(snapshot, queries, 0, isPatient);
    const { asker } = this.options;
    if (isPatient && turns.isRoundOver)
      this.#later(turns.short(asker), advance);
    else advance();
  }

  /** Estimated memory for its subscriptions, in bytes. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Whether an update now would rerun a costly query before its turn. */
  get isResting(): boolean {
    if (this.#resting?.isResting !== true) this.#resting = this.#findResting();
    return this.#resting !== null;
  }

  /** Whether the client has the current results of all its queries. */
  get isCurrent(): boolean {
    for (const query of this.#queries.values()) {
      if (!query.isCurrent) return false;
    }
    return true;
  }

  /**
   * Unsubscribes all queries: at once while the server is not busy, and otherwise in
   * turns, because thousands of connections may end in one moment.
   */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeAll().catch((error: unknown) => this.options.onFailed(error));
  }

  onSettled(query: SyncedQuery): void {
    this.#heldBytes += query.resultBytes;
    this.#settle();
    if (!this.#isClosed) this.options.onGrown();
  }

  onCharged(query: SyncedQuery): void {
    this.#heldBytes += query.resultBytes;
    if (!this.#isClosed) this.options.onGrown();
  }

  onFailed(error: unknown): void {
    if (!this.#isClosed) this.options.onFailed(error);
  }

  onInvalidated(): void {
    if (!this.#isClosed) this.options.onInvalidated();
  }

  /** Runs some queries from `index` on, and the others when it is their turn. */
  #advance(
    snapshot: Snapshot,
    queries: readonly SyncedQuery[],
    index: number,
    isPatient: boolean,
  ): void {
    // How long a query takes shows when the code that it made ready has run.
    const most = isPatient ? 1 : QUERIES_PER_TURN;
    let next = index;
    for (let running = 0; running < most && next < queries.length; next++) {
      if (queries[next]?.advance(snapshot) !== false) continue;
      this.#awaited += 1;
      running += 1;
    }
    if (next === queries.length) return this.#settle();
    const { asker } = this.options;
    this.#later(isPatient ? turns.short(asker) : turns.long(asker), () =>
      this.#advance(snapshot, queries, next, isPatient),
    );
  }

  async #closeAll(): Promise<void> {
    for (const [queryId, query] of this.#queries) {
      if (turns.isRoundOver) await turns.short(this.options.asker);
      query.close();
      this.#queries.delete(queryId);
    }
  }

  #later(turn: Promise<void>, work: () => void): void {
    turn
      .then(() => {
        if (!this.#isClosed) work();
      })
      .catch((error: unknown) => this.onFailed(error));
  }

  #settle(): void {
    this.#awaited -= 1;
    if (this.#awaited > 0 || this.#isClosed) return;
    const update = this.#update;
    this.#heldBytes = 0;
    let length = 0;
    for (const query of this.#queries.values()) {
      const change = query.takeChange();
      if (change !== null) {
        update.modifications.push(change);
        length += change.length;
      }
      this.#heldBytes += query.askedBytes + query.resultBytes;
    }
    const tell = () => this.options.onUpdated(update);
    // Encoding the message takes half as long as making its largest result did.
    if (length < LARGE_RESULT_BYTES) tell();
    else this.#later(turns.long(this.options.asker), tell);
  }

  #findResting(): SyncedQuery | null {
    for (const query of this.#queries.values()) {
      if (query.isResting) return query;
    }
    return null;
  }

  #changeCaller(caller: Caller): void {
    this.#caller = caller;
    for (const query of this.#queries.values()) query.caller = caller;
  }

  #modify(modification: QuerySetModification, caller: Caller): void {
    const { queryId } = modification;
    if (modification.type === "Add") {
      const { cache, asker } = this.options;
      const query = new SyncedQuery(modification, caller, cache, this, asker);
      this.#queries.set(queryId, query);
      // It may wait long for its turn.
      this.#heldBytes += query.askedBytes;
      return;
    }
    const query = this.#queries.get(queryId);
    if (query === undefined) return;
    query.close();
    this.#queries.delete(queryId);
    this.#update.modifications.push(queryRemoved(queryId));
  }
}
