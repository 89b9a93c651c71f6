import {
  MAX_ACTIONS,
  MAX_QUERIES,
  MAX_QUEUED_MESSAGE_BYTES,
  MAX_QUEUED_MUTATIONS,
  MAX_USER_ACTIONS,
  MAX_USER_QUERIES,
  MAX_USER_VALUES,
} from "../base/client-limits";
import type { Clock } from "../base/clock";
import { BusyError } from "../base/errors";
import type { Caller } from "../functions/calls/call-and-outcome";
import {
  type AuthenticateMessage,
  type ClientMessage,
  type ConnectMessage,
  type MutationMessage,
  parseClientMessage,
  type ActionMessage,
} from "./messages";
import { ProtocolError } from "./protocol-error";
import { authError, failed, fatalError } from "./server-messages";
import type { SyncEffect, SyncEvent } from "./sync-effects";
import { TransitionSequence } from "./transition-sequence";

const INTERNAL_ERROR_CODE = 1011;
const INTERNAL_ERROR_REASON = "InternalServerError";
const TRY_AGAIN_LATER_CODE = 1013;

type Options = {
  clock: Clock;
  /** The newest timestamp that clients can have observed. */
  latestTimestamp(): bigint;
  /** Whether an update now would rerun a costly query before its turn. */
  isResting(): boolean;
  /** Whether an update now would change nothing. */
  isCurrent(): boolean;
};

/**
 * The protocol's state machine of one connection. It takes events and returns
 * effects; it does no I/O.
 *
 *   opened ──Connect──▶ ready ──Authenticate──▶ authenticating
 *     │                  │ ▲                       │     │
 *     │                  │ └───authenticated───────┘     │
 *     └──wrong message───┴──wrong message, expiry──▶ closed ◀─refused
 *
 * It holds the caller, the queued mutations, and the versions received and
 * sent, but no query results. Each `update` effect is answered by one `updated`
 * event, before which no other `update` starts.
 */
export class SyncState {
  #phase: "opened" | "ready" | "authenticating" | "closed" = "opened";
  #sessionId = "";
  #clientClockSkewMs: number | null = null;
  #caller: Caller = { kind: "user", identity: null };
  #expiresAtMs: number | null = null;
  readonly #transitions = new TransitionSequence();
  #isStalled = false;
  #isPaused = false;
  readonly #mutations: {
    message: MutationMessage;
    caller: Caller;
    bytes: number;
  }[] = [];
  #isMutating = false;
  #actions = 0;
  /** Messages that arrived while a credential was being verified. */
  readonly #inbox: { message: ClientMessage; bytes: number }[] = [];
  /** Total size of the queued mutations and of the inbox. */
  #queuedBytes = 0;
  #effects: SyncEffect[] = [];

  constructor(private readonly options: Options) {}

  /** The client's session id; empty before Connect. */
  get sessionId(): string {
    return this.#sessionId;
  }

  /** Total size of the messages that are not processed yet. */
  get waitingBytes(): number {
    return this.#queuedBytes + this.#transitions.waitingBytes;
  }

  get hasConnected(): boolean {
    return this.#phase !== "opened";
  }

  get isClosed(): boolean {
    return this.#phase === "closed";
  }

  /** Handles an event; returns the effects to perform, in order. */
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
      case "overloaded":
        return this.#close(TRY_AGAIN_LATER_CODE, BusyError.code);
      case "closed":
        this.#phase = "closed";
        return;
      default:
        event satisfies never;
    }
  }

  #onText(text: string): void {
    const message = parseClientMessage(
      text,
      this.#isAdmin ? undefined : MAX_USER_VALUES,
    );
    const bytes = text.length;
    if (this.#phase === "authenticating") {
      this.#inbox.push({ message, bytes });
      this.#queuedBytes += bytes;
    } else this.#onMessage(message, bytes);
  }

  #onMessage(message: ClientMessage, bytes: number): void {
    if (message.type === "Event") return;
    if (message.type === "Connect") return this.#onConnect(message);
    if (this.#phase === "opened") {
      throw new ProtocolError(`Received ${message.type} before Connect`);
    }
    switch (message.type) {
      case "Authenticate":
        return this.#onAuthenticate(message);
      case "ModifyQuerySet":
        return this.#transitions.modify(message, bytes, this.#maxQueries);
      case "Mutation":
        if (this.#refuseIfExpired()) return;
        this.#mutations.push({ message, caller: this.#caller, bytes });
        this.#queuedBytes += bytes;
        return;
      case "Action":
        return this.#onAction(message, bytes);
      default:
        message satisfies never;
    }
  }

  #onConnect(message: ConnectMessage): void {
    if (this.#phase !== "opened") {
      throw new ProtocolError("Received Connect twice");
    }
    const observed = message.maxObservedTimestamp ?? 0n;
    if (observed > this.options.latestTimestamp()) {
      return this.#close(INTERNAL_ERROR_CODE, INTERNAL_ERROR_REASON);
    }
    this.#phase = "ready";
    this.#sessionId = message.sessionId;
    if (message.clientTs !== null) {
      const skewMs = message.clientTs - this.options.clock.now();
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
      const next = this.#inbox.shift();
      if (next === undefined) return;
      this.#queuedBytes -= next.bytes;
      this.#onMessage(next.message, next.bytes);
    }
  }

  #onAction(message: ActionMessage, bytes: number): void {
    if (this.#refuseIfExpired()) return;
    if (this.#actions >= (this.#isAdmin ? MAX_ACTIONS : MAX_USER_ACTIONS)) {
      const errorMessage = "Too many concurrent actions";
      return this.#send(failed(message, { errorMessage }, []));
    }
    this.#actions += 1;
    this.#effects.push({ kind: "act", message, caller: this.#caller, bytes });
  }

  /** Clients hold back a mutation's result until a Transition includes it. */
  #respond(response: string): void {
    this.#send(response);
    this.#transitions.request();
  }

  #onUpdated(ts: bigint, modifications: readonly string[]): void {
    const text = this.#transitions.finish(ts, modifications, {
      clientClockSkewMs: this.#clientClockSkewMs,
      nowMs: this.options.clock.now(),
    });
    if (text !== null) this.#send(text);
  }

  #startMutation(): void {
    if (this.#isMutating || this.#phase === "closed") return;
    const next = this.#mutations.shift();
    if (next === undefined) return;
    this.#queuedBytes -= next.bytes;
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

  /** Responses never wait; changed results wait while a costly query rests. */
  #needsUpdate(): boolean {
    const { isDue, isOutdated } = this.#transitions;
    if (isDue) return true;
    if (!isOutdated) return false;
    if (!this.options.isCurrent()) return !this.options.isResting();
    // An update for another reason has brought the results since.
    this.#transitions.excuse();
    return false;
  }

  /** Backpressure on slow readers and on clients with too many messages. */
  #pauseOrResume(): void {
    const isPaused =
      this.#isStalled ||
      this.#phase === "authenticating" ||
      this.#mutations.length >= MAX_QUEUED_MUTATIONS ||
      this.waitingBytes >= MAX_QUEUED_MESSAGE_BYTES;
    if (isPaused === this.#isPaused || this.#phase === "closed") return;
    this.#isPaused = isPaused;
    this.#effects.push({ kind: isPaused ? "pause" : "resume" });
  }

  get #isAdmin(): boolean {
    return this.#caller.kind === "admin";
  }

  get #maxQueries(): number {
    return this.#isAdmin ? MAX_QUERIES : MAX_USER_QUERIES;
  }

  #refuseIfExpired(): boolean {
    const { clock } = this.options;
    const isExpired =
      this.#expiresAtMs !== null && clock.now() >= this.#expiresAtMs;
    // The token that is being verified may replace the expired one.
    if (!isExpired || this.#phase === "authenticating") return false;
    this.#refuse("The token has expired", false);
    return true;
  }

  /**
   * Sends the current identity version. If it were lower, the client would
   * ignore the error as one about an earlier credential.
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
