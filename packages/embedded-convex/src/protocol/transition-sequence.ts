import type {
  AddQuery,
  ModifyQuerySetMessage,
  QuerySetModification,
} from "./messages";
import { ProtocolError } from "./protocol-error";
import {
  type TransitionClock,
  transitionMessage,
  versionText,
} from "./server-messages";

/**
 * The versions of one connection: those that the client has requested, and the
 * one sent last. Each Transition starts at the version where the previous one
 * ended. One is in progress at a time; the next includes all changes that
 * arrive meanwhile.
 */
export class TransitionSequence {
  #received = { querySet: 0, identity: 0 };
  #sent = versionText({ querySet: 0, identity: 0, ts: 0n });
  #underWay: { querySet: number; identity: number } | null = null;
  #isDue = false;
  #isOutdated = false;
  /** Queries of the last Transition that the next one removes. */
  readonly #removed = new Set<number>();
  /** Queries that the next Transition adds; not those that were removed since. */
  readonly #added = new Map<number, AddQuery>();
  #modificationBytes = 0;
  readonly #queryIds = new Set<number>();

  /** Number of times that the client has authenticated. */
  get identityVersion(): number {
    return this.#received.identity;
  }

  /** Whether a Transition is requested and none is in progress. */
  get isDue(): boolean {
    return this.#isDue && this.#underWay === null;
  }

  /** Whether sent results are stale and no Transition is in progress. */
  get isOutdated(): boolean {
    return this.#isOutdated && this.#underWay === null;
  }

  /** Total size of the messages whose changes are in no Transition yet. */
  get waitingBytes(): number {
    return this.#modificationBytes;
  }

  /** Marks the results that were sent as stale. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** Takes that back: the results are current after all. */
  excuse(): void {
    this.#isOutdated = false;
  }

  /** Requests a Transition, even if it will be empty. */
  request(): void {
    this.#isDue = true;
  }

  /** The client has authenticated, with the same identity or another. */
  raiseIdentity(): void {
    this.#received.identity += 1;
    this.#isDue = true;
  }

  /**
   * Adds a change of the query set to the next Transition.
   *
   * @param bytes size of the message
   * @param maxQueries maximum size of the client's query set
   * @throws ProtocolError when the message does not follow the last one, adds a
   *   query twice, or exceeds `maxQueries`
   */
  modify(
    message: ModifyQuerySetMessage,
    bytes: number,
    maxQueries: number,
  ): void {
    const { baseVersion, newVersion, modifications } = message;
    if (baseVersion !== this.#received.querySet) {
      throw new ProtocolError(
        `BaseVersionMismatch: the query set is at ${this.#received.querySet}, not ${baseVersion}`,
      );
    }
    if (newVersion <= baseVersion) {
      throw new ProtocolError("ModifyQuerySet does not raise its version");
    }
    for (const modification of modifications) {
      if (modification.type === "Add") this.#add(modification, maxQueries);
      else this.#remove(modification.queryId);
    }
    this.#modificationBytes += bytes;
    this.#received.querySet = newVersion;
    this.#isDue = true;
  }

  /** Begins a Transition; returns its changes, null if one is in progress. */
  start(): readonly QuerySetModification[] | null {
    if (this.#underWay !== null) return null;
    this.#isDue = false;
    this.#isOutdated = false;
    this.#underWay = { ...this.#received };
    const modifications = [
      ...Array.from(this.#removed, (queryId) => ({
        type: "Remove" as const,
        queryId,
      })),
      ...this.#added.values(),
    ];
    this.#removed.clear();
    this.#added.clear();
    this.#modificationBytes = 0;
    return modifications;
  }

  /** Ends the Transition in progress; returns its message, null if none is. */
  finish(
    ts: bigint,
    modifications: readonly string[],
    clock: TransitionClock,
  ): string | null {
    if (this.#underWay === null) return null;
    const { querySet, identity } = this.#underWay;
    const end = versionText({ querySet, identity, ts });
    const message = transitionMessage(this.#sent, end, modifications, clock);
    this.#underWay = null;
    this.#sent = end;
    return message;
  }

  #add(query: AddQuery, maxQueries: number): void {
    const { queryId } = query;
    if (this.#queryIds.has(queryId)) {
      throw new ProtocolError(`Query ${queryId} was added twice`);
    }
    this.#queryIds.add(queryId);
    if (this.#queryIds.size > maxQueries) {
      throw new ProtocolError(`More than ${maxQueries} queries on one socket`);
    }
    this.#added.set(queryId, query);
  }

  #remove(queryId: number): void {
    const isKnown = this.#queryIds.delete(queryId);
    if (isKnown && !this.#added.delete(queryId)) this.#removed.add(queryId);
  }
}
