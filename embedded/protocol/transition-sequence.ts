import type { ModifyQuerySetMessage, QueryModification } from "./messages";
import { ProtocolError } from "./protocol-error";
import {
  type TransitionClock,
  transitionMessage,
  versionText,
} from "./server-messages";

const MAX_QUERIES = 10_000;

/**
 * The versions of one connection: what the client has asked for, and what it
 * was told last. Each Transition starts exactly where the one before ended, and
 * one is under way at a time; what comes in meanwhile belongs to the next.
 */
export class TransitionSequence {
  #received = { querySet: 0, identity: 0 };
  #sent = versionText({ querySet: 0, identity: 0, ts: 0n });
  #underWay: { querySet: number; identity: number } | null = null;
  #isDue = false;
  #isOutdated = false;
  #modifications: QueryModification[] = [];
  readonly #queryIds = new Set<number>();

  /** How often the client has said who it is. */
  get identityVersion(): number {
    return this.#received.identity;
  }

  /** Whether the client waits for one. */
  get isDue(): boolean {
    return this.#isDue && this.#underWay === null;
  }

  /** Whether what the client was told has changed since. */
  get isOutdated(): boolean {
    return this.#isOutdated && this.#underWay === null;
  }

  /** What the client was told is not true any more. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** Asks for a Transition, even if it will have nothing to say. */
  request(): void {
    this.#isDue = true;
  }

  /** The client is known to be somebody else, or the same again. */
  raiseIdentity(): void {
    this.#received.identity += 1;
    this.#isDue = true;
  }

  /** Throws ProtocolError for a change that does not follow the last one. */
  modify(message: ModifyQuerySetMessage): void {
    const { baseVersion, newVersion, modifications } = message;
    if (baseVersion !== this.#received.querySet) {
      throw new ProtocolError(
        `BaseVersionMismatch: the query set is at ${this.#received.querySet}, not ${baseVersion}`,
      );
    }
    if (newVersion <= baseVersion) {
      throw new ProtocolError("ModifyQuerySet does not raise its version");
    }
    for (const modification of modifications) this.#add(modification);
    this.#received.querySet = newVersion;
    this.#isDue = true;
  }

  /** Begins a Transition and returns its changes; null if one is under way. */
  start(): readonly QueryModification[] | null {
    if (this.#underWay !== null) return null;
    this.#isDue = false;
    this.#isOutdated = false;
    this.#underWay = { ...this.#received };
    const modifications = this.#modifications;
    this.#modifications = [];
    return modifications;
  }

  /** Returns the Transition that was under way; null if there was none. */
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

  #add(modification: QueryModification): void {
    const { queryId } = modification;
    if (modification.type === "Remove") this.#queryIds.delete(queryId);
    else if (this.#queryIds.has(queryId)) {
      throw new ProtocolError(`Query ${queryId} was added twice`);
    } else this.#queryIds.add(queryId);
    if (this.#queryIds.size > MAX_QUERIES) {
      throw new ProtocolError(`More than ${MAX_QUERIES} queries on one socket`);
    }
    this.#modifications.push(modification);
  }
}
