import type { Clock } from "../base/clock";
import type { Caller } from "../functions/execution/function-call";
import {
  type AuthenticateMessage,
  type ClientMessage,
  type ConnectMessage,
  type MutationMessage,
  parseClientMessage,
  type ActionMessage,
} from "./messages";
import { ProtocolError } from "./protocol-error";
import { actionFailed, authError, fatalError } from "./server-messages";
import type { SyncEffect, SyncEvent } from "./sync-effects";
import { TransitionSequence } from "./transition-sequence";

/** Mutations of one socket that wait their turn before it is read no further. */
const MAX_QUEUED_MUTATIONS = 1000;
const MAX_CONCURRENT_ACTIONS = 1000;

const INTERNAL_ERROR_CODE = 1011;
const INTERNAL_ERROR_REASON = "InternalServerError";

type Options = {
  clock: Clock;
  /** The newest timestamp that clients can have observed. */
  latestTimestamp(): bigint;
  /** Whether an update now would run what is too costly to run again so soon. */
  isResting(): boolean;
};

/**
 * The protocol's view of one connection: events in, effects out, no sockets.
 *
 *   opened ──Connect──▶ ready ──Authenticate──▶ authenticating
 *     │                  │ ▲                       │     │
 *     │                  │ └───authenticated───────┘     │
 *     └──wrong message───┴──wrong message, expiry──▶ closed ◀─refused
 *
 * It holds who the client is, the mutations that wait and the versions of what
 * was asked and told. It does not hold the queries' results: an `update` effect
 * is answered by one `updated` event, and only then may the next one start.
 */
export class SyncSession {
  readonly #options: Options;
  #phase: "opened" | "ready" | "authenticating" | "closed" = "opened";
  #sessionId = "";
  #clientClockSkewMs: number | null = null;
  #caller: Caller = { kind: "user", identity: null };
  #expiresAtMs: number | null = null;
  readonly #transitions = new TransitionSequence();
  #isStalled = false;
  #isPaused = false;
  readonly #mutations: { message: MutationMessage; caller: Caller }[] = [];
  #isMutating = false;
  #actions = 0;
  /** Messages that arrived while a token was being checked. */
  readonly #inbox: ClientMessage[] = [];
  #effects: SyncEffect[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** The client's session, empty until it has connected. */
  get sessionId(): string {
    return this.#sessionId;
  }

  get isClosed(): boolean {
    return this.#phase === "closed";
  }

  /** Takes what happened and returns, in order, what is to be done. */
  handle(event: SyncEvent): SyncEffect[] {
    if (this.#phase === "closed") return [];
    try {
      this.#onEvent(event);
      this.#startMutation();
      this.#startUpdate();
      this.#pauseOrResume();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#send(fatalError(error.message));
      this.#close();
    }
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #onEvent(event: SyncEvent): void {
    switch (event.kind) {
      case "received":
        return this.#onText(event.text);
      case "authenticated":
        return this.#onAuthenticated(event.caller, event.expiresAtMs);
      case "refused":
        return this.#refuse(event.error, true);
      case "mutated":
        this.#isMutating = false;
        return this.#respond(event.response);
      case "acted":
        this.#actions -= 1;
        return this.#respond(event.response);
      case "invalidated":
        return this.#transitions.outdate();
      case "updated":
        return this.#onUpdated(event.ts, event.modifications);
      case "stalled":
        this.#isStalled = true;
        return;
      case "drained":
        this.#isStalled = false;
        return;
      case "expired":
        this.#refuseIfExpired();
        return;
      case "failed":
        return this.#close(INTERNAL_ERROR_CODE, INTERNAL_ERROR_REASON);
      case "closed":
        this.#phase = "closed";
        return;
      default:
        event satisfies never;
    }
  }

  #onText(text: string): void {
    const message = parseClientMessage(text);
    if (this.#phase === "authenticating") this.#inbox.push(message);
    else this.#onMessage(message);
  }

  #onMessage(message: ClientMessage): void {
    if (message.type === "Event") return;
    if (message.type === "Connect") return this.#onConnect(message);
    if (this.#phase === "opened") {
      throw new ProtocolError(`Received ${message.type} before Connect`);
    }
    switch (message.type) {
      case "Authenticate":
        return this.#onAuthenticate(message);
      case "ModifyQuerySet":
        return this.#transitions.modify(message);
      case "Mutation":
        if (this.#refuseIfExpired()) return;
        this.#mutations.push({ message, caller: this.#caller });
        return;
      case "Action":
        return this.#onAction(message);
      default:
        message satisfies never;
    }
  }

  #onConnect(message: ConnectMessage): void {
    if (this.#phase !== "opened") {
      throw new ProtocolError("Received Connect twice");
    }
    const observed = message.maxObservedTimestamp ?? 0n;
    if (observed > this.#options.latestTimestamp()) {
      return this.#close(INTERNAL_ERROR_CODE, INTERNAL_ERROR_REASON);
    }
    this.#phase = "ready";
    this.#sessionId = message.sessionId;
    if (message.clientTs !== null) {
      const skewMs = message.clientTs - this.#options.clock.now();
      this.#clientClockSkewMs = Math.round(skewMs);
    }
  }

  #onAuthenticate(message: AuthenticateMessage): void {
    const { identityVersion } = this.#transitions;
    if (message.baseVersion !== identityVersion) {
      throw new ProtocolError(
        `BaseVersionMismatch: identity is at ${identityVersion}, not ${message.baseVersion}`,
      );
    }
    this.#phase = "authenticating";
    const { credential } = message;
    this.#effects.push({ kind: "authenticate", credential });
  }

  #onAuthenticated(caller: Caller, expiresAtMs: number | null): void {
    this.#phase = "ready";
    this.#caller = caller;
    this.#expiresAtMs = expiresAtMs;
    this.#transitions.raiseIdentity();
    this.#effects.push({ kind: "expire", atMs: expiresAtMs });
    while (this.#phase === "ready") {
      const message = this.#inbox.shift();
      if (message === undefined) return;
      this.#onMessage(message);
    }
  }

  #onAction(message: ActionMessage): void {
    if (this.#refuseIfExpired()) return;
    if (this.#actions >= MAX_CONCURRENT_ACTIONS) {
      const errorMessage = "Too many concurrent actions";
      return this.#send(actionFailed(message.requestId, { errorMessage }, []));
    }
    this.#actions += 1;
    this.#effects.push({ kind: "act", message, caller: this.#caller });
  }

  /** A Transition follows every answer: clients hold results until they see it. */
  #respond(response: string): void {
    this.#send(response);
    this.#transitions.request();
  }

  #onUpdated(ts: bigint, modifications: readonly string[]): void {
    const text = this.#transitions.finish(ts, modifications, {
      clientClockSkewMs: this.#clientClockSkewMs,
      nowMs: this.#options.clock.now(),
    });
    if (text !== null) this.#send(text);
  }

  #startMutation(): void {
    if (this.#isMutating || this.#phase === "closed") return;
    const next = this.#mutations.shift();
    if (next === undefined) return;
    this.#isMutating = true;
    this.#effects.push({ kind: "mutate", ...next });
  }

  #startUpdate(): void {
    if (this.#phase !== "ready" || this.#isStalled) return;
    if (!this.#needsUpdate() || this.#refuseIfExpired()) return;
    const modifications = this.#transitions.start();
    if (modifications === null) return;
    this.#effects.push({ kind: "update", modifications, caller: this.#caller });
  }

  /** Answers do not wait; changes wait until no costly query rests any more. */
  #needsUpdate(): boolean {
    const { isDue, isOutdated } = this.#transitions;
    return isDue || (isOutdated && !this.#options.isResting());
  }

  /** A client that is too far ahead, or does not read, is read no further. */
  #pauseOrResume(): void {
    const isPaused =
      this.#isStalled ||
      this.#phase === "authenticating" ||
      this.#mutations.length >= MAX_QUEUED_MUTATIONS;
    if (isPaused === this.#isPaused || this.#phase === "closed") return;
    this.#isPaused = isPaused;
    this.#effects.push({ kind: isPaused ? "pause" : "resume" });
  }

  #refuseIfExpired(): boolean {
    const { clock } = this.#options;
    const isExpired =
      this.#expiresAtMs !== null && clock.now() >= this.#expiresAtMs;
    // A token that is being checked may be the next one.
    if (!isExpired || this.#phase === "authenticating") return false;
    this.#refuse("The token has expired", false);
    return true;
  }

  /**
   * The version told is the one that the failed credential would have followed:
   * with a lower one the client would take the error for an old one and wait.
   */
  #refuse(error: string, authUpdateAttempted: boolean): void {
    const { identityVersion } = this.#transitions;
    this.#send(authError(error, identityVersion, authUpdateAttempted));
    this.#close();
  }

  #send(text: string): void {
    this.#effects.push({ kind: "send", text });
  }

  #close(code?: number, reason?: string): void {
    this.#phase = "closed";
    this.#effects.push({ kind: "close", code, reason });
  }
}
