import type { Caller } from "../functions/function-call";
import { liveQuery, type LiveQuery } from "../subscriptions/live-query";
import type { QueryCache } from "../subscriptions/query-cache";
import type { QueryExecution } from "../subscriptions/query-execution";
import type { Snapshot } from "../transaction/snapshot";
import type { AddQuery, QueryModification } from "./messages";
import type { QueryResult } from "./query-result";
import { queryModification, queryRemoved } from "./server-messages";

type WatchedQuery = {
  id: number;
  query: LiveQuery;
  execution: QueryExecution<QueryResult> | null;
  /** What the client shows; null before its first result. */
  sent: string | null;
  onInvalidated(): void;
};

/** What one Transition says: every query as it was at one timestamp. */
export type QuerySetUpdate = { ts: bigint; modifications: readonly string[] };

type Options = {
  cache: QueryCache<QueryResult>;
  snapshot: () => Snapshot;
  onInvalidated: () => void;
};

/** The queries that one connection watches, and what it was told of each. */
export class QuerySet {
  readonly #options: Options;
  readonly #watched = new Map<number, WatchedQuery>();
  #caller: Caller | null = null;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Applies what the client changed and brings every query to the newest
   * snapshot. Returns what has changed for the client, at once if nothing had
   * to run. One update at a time.
   */
  update(
    modifications: readonly QueryModification[],
    caller: Caller,
  ): QuerySetUpdate | Promise<QuerySetUpdate> {
    const snapshot = this.#options.snapshot();
    const changes: string[] = [];
    if (caller !== this.#caller) this.#changeCaller(caller);
    for (const modification of modifications) {
      if (modification.type === "Add") this.#add(modification, caller);
      else this.#remove(modification.queryId, changes);
    }
    const runs = this.#acquireAll(snapshot);
    const update = { ts: snapshot.ts, modifications: changes };
    if (runs.length === 0) return this.#collect(update, changes);
    return Promise.all(runs).then(() => this.#collect(update, changes));
  }

  /** Ends every interest; runs under way are let go when they finish. */
  close(): void {
    this.#isClosed = true;
    for (const watched of this.#watched.values()) this.#release(watched);
    this.#watched.clear();
  }

  #changeCaller(caller: Caller): void {
    this.#caller = caller;
    for (const watched of this.#watched.values()) {
      watched.query = liveQuery({ ...watched.query, caller });
    }
  }

  #add(modification: AddQuery, caller: Caller): void {
    const { queryId, componentPath, udfPath, args, journal } = modification;
    this.#watched.set(queryId, {
      id: queryId,
      query: liveQuery({
        component: componentPath,
        path: udfPath,
        args,
        caller,
        journal,
      }),
      execution: null,
      sent: null,
      onInvalidated: this.#options.onInvalidated,
    });
  }

  #remove(queryId: number, changes: string[]): void {
    const watched = this.#watched.get(queryId);
    if (watched === undefined) return;
    this.#release(watched);
    this.#watched.delete(queryId);
    changes.push(queryRemoved(queryId));
  }

  #acquireAll(snapshot: Snapshot): Promise<void>[] {
    const runs: Promise<void>[] = [];
    for (const watched of this.#watched.values()) {
      const { execution, query } = watched;
      if (
        execution?.isCurrent === true &&
        execution.serves(query.identityKey, snapshot.ts)
      ) {
        continue;
      }
      const acquired = this.#options.cache.acquire(query, snapshot, watched);
      if (acquired instanceof Promise) {
        runs.push(acquired.then((result) => this.#hold(watched, result)));
      } else this.#hold(watched, acquired);
    }
    return runs;
  }

  #hold(watched: WatchedQuery, execution: QueryExecution<QueryResult>): void {
    if (watched.execution !== execution) this.#release(watched);
    watched.execution = execution;
    if (this.#isClosed) this.#release(watched);
  }

  #release(watched: WatchedQuery): void {
    const { execution } = watched;
    watched.execution = null;
    if (execution !== null) this.#options.cache.release(execution, watched);
  }

  #collect(update: QuerySetUpdate, changes: string[]): QuerySetUpdate {
    for (const watched of this.#watched.values()) {
      const run = watched.execution?.run;
      if (run === undefined) continue;
      const { fragment, comparable } = run.result;
      if (comparable !== watched.sent) {
        watched.sent = comparable;
        changes.push(queryModification(watched.id, fragment));
      }
      if (run.journal !== watched.query.journal) {
        const { journal } = run;
        watched.query = liveQuery({ ...watched.query, journal });
      }
    }
    return update;
  }
}
