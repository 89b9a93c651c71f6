import { promisify } from "node:util";
import { PARSED_FACTOR } from "../base/client-limits";
import type { Clock } from "../base/clock";
import { AbandonedError, BusyError, RequestError } from "../base/errors";
import type { Logger } from "../base/logger";
import type { Asker } from "../base/fair-queue";
import type { Timers } from "../base/timers";
import { turns } from "../base/turns";
import { clientError } from "../functions/calls/client-error";
import type {
  ActionOutcome,
  Caller,
  FunctionCall,
  MutationOutcome,
} from "../functions/calls/call-and-outcome";
import type { Gateway } from "../functions/dispatch/gateway";
import { sessionRequestIds } from "../functions/calls/request-id";
import type { QueryCache } from "../subscriptions/query-cache";
import type { Database } from "../transaction/database";
import {
  type Authenticator,
  BAD_ADMIN_KEY,
  type Credential,
  personOf,
} from "./authenticator";
import type { ActionMessage, MutationMessage } from "./messages";
import { QuerySet } from "./query-set";
import type { StateModification } from "./state-modification";
import { failed, pingMessage, succeeded } from "./server-messages";
import type { SyncEffect, SyncEvent } from "./sync-effects";
import { SyncState } from "./sync-state";

const nextTurn = promisify(setImmediate);

/** The socket of a connection. */
type SyncTransport = {
  send(text: string): void;
  /** Buffers messages until the end of the tick, to write them at once. */
  gather(): void;
  /** Stops reading the client's messages until `resume`. */
  pause(): void;
  resume(): void;
  close(code?: number, reason?: string): void;
  /** Whether the client is a slow reader: too many bytes are unsent. */
  isStalled(): boolean;
  /** Says whose session the client has from now on; null for none. */
  identify(person: string | null): void;
  /**
   * Sets the memory held for the client's messages and for its subscriptions, in bytes.
   *
   * @returns false when there is no room for it
   */
  hold(bytes: number, subscribedBytes: number): boolean;
};

/** Services shared by all connections. */
export type SyncServices = {
  clock: Clock;
  /** Tell how long a client is silent: the clock may be set meanwhile. */
  timers: Timers;
  logger: Logger;
  isProduction: boolean;
  authenticator: Authenticator;
  cache: QueryCache<StateModification>;
  database: Pick<Database, "snapshot">;
  functions: Pick<Gateway, "runMutation" | "runAction">;
};

/**
 * Performs the effects that a SyncState returns: runs functions, updates
 * queries, sends messages. Passes the outcomes back to the state as events.
 */
export class SyncConnection {
  readonly #state: SyncState;
  readonly #queries: QuerySet;
  #stopExpiry: (() => void) | null = null;
  #lastSentAtMs: number;
  #requestsUnderWay = 0;
  /** Total size of the messages of those requests. */
  #bytesUnderWay = 0;
  /** Set by `finish`: no request may start. Called when none is left. */
  #onIdle: (() => void) | null = null;
  #requestIds: ((requestId: number) => string) | null = null;
  /** The key that the client authenticated with; null for users. */
  #adminKey: string | null = null;

  /** @param asker identifies the client in the queues that its calls wait in */
  constructor(
    private readonly services: SyncServices,
    private readonly transport: SyncTransport,
    private readonly asker: Asker,
  ) {
    const { clock, timers, cache, database } = services;
    this.#state = new SyncState({
      clock,
      latestTimestamp: () => database.snapshot().ts,
      isResting: () => this.#queries.isResting,
      isCurrent: () => this.#queries.isCurrent,
    });
    this.#queries = new QuerySet({
      asker,
      cache,
      snapshot: () => database.snapshot(),
      onUpdated: (update) => this.#dispatch({ kind: "updated", ...update }),
      onFailed: (error) => this.#fail(error),
      onInvalidated: () => this.#dispatch({ kind: "invalidated" }),
      onGrown: () => this.#account(),
    });
    this.#lastSentAtMs = timers.steadyNow();
  }

  get isAdmin(): boolean {
    return this.#adminKey !== null;
  }

  get hasConnected(): boolean {
    return this.#state.hasConnected;
  }

  receive(text: string): void {
    try {
      this.checkAdminKey();
      this.#dispatch({ kind: "received", text });
    } catch (error) {
      // An unexpected error must end this client's connection only.
      this.#fail(error);
    }
  }

  /** Closes the connection of an administrator whose key was replaced. */
  checkAdminKey(): void {
    if (this.#adminKey === null) return;
    try {
      if (this.services.authenticator.isAdminKey(this.#adminKey)) return;
      this.#dispatch({ kind: "refused", error: BAD_ADMIN_KEY });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Closes the connection of a user whose token has expired. */
  checkExpiry(): void {
    this.#dispatch({ kind: "expired" });
  }

  drained(): void {
    this.#dispatch({ kind: "drained" });
  }

  /**
   * Sends a Ping if nothing was sent for `silenceMs`: clients reconnect when
   * the server is silent for long.
   */
  pingAfter(silenceMs: number): void {
    const nowMs = this.services.timers.steadyNow();
    if (nowMs - this.#lastSentAtMs < silenceMs) return;
    this.#send(pingMessage);
  }

  /** Starts no more requests. Resolves when the running ones are answered. */
  finish(): Promise<void> {
    this.transport.pause();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (this.#requestsUnderWay === 0) resolve();
    });
  }

  /** Disconnects the client, whose subscriptions make room for others'. */
  evict(): void {
    this.#dispatch({ kind: "overloaded" });
  }

  closed(): void {
    this.#stopExpiry?.();
    this.#dispatch({ kind: "closed" });
    this.#queries.close();
  }

  #dispatch(event: SyncEvent): void {
    for (const effect of this.#state.handle(event)) this.#perform(effect);
    this.#account();
  }

  /** Closes a user's connection when there is no room for the memory held for it. */
  #account(): void {
    if (this.#state.isClosed || this.isAdmin) return;
    const waiting = this.#state.waitingBytes + this.#bytesUnderWay;
    const { heldBytes } = this.#queries;
    if (this.transport.hold(PARSED_FACTOR * waiting, heldBytes)) return;
    this.#dispatch({ kind: "overloaded" });
  }

  #perform(effect: SyncEffect): void {
    switch (effect.kind) {
      case "send":
        return this.#send(effect.text);
      case "authenticate":
        void this.#authenticate(effect.credential);
        return;
      case "expire":
        return this.#armExpiry(effect.atMs);
      case "mutate":
        return this.#answer(effect.bytes, () =>
          this.#mutate(effect.message, effect.caller),
        );
      case "act":
        return this.#answer(effect.bytes, () =>
          this.#act(effect.message, effect.caller),
        );
      case "update":
        return this.#queries.update(effect.modifications, effect.caller);
      case "pause":
        return this.transport.pause();
      case "resume":
        return this.transport.resume();
      case "close":
        this.#queries.close();
        return this.transport.close(effect.code, effect.reason);
      default:
        effect satisfies never;
    }
  }

  #send(text: string): void {
    this.#lastSentAtMs = this.services.timers.steadyNow();
    this.transport.send(text);
    if (this.transport.isStalled()) this.#dispatch({ kind: "stalled" });
  }

  #answer(bytes: number, run: () => Promise<void>): void {
    if (this.#onIdle !== null) return;
    this.#requestsUnderWay += 1;
    this.#bytesUnderWay += bytes;
    const end = () => {
      this.#requestsUnderWay -= 1;
      this.#bytesUnderWay -= bytes;
      if (this.#requestsUnderWay === 0) this.#onIdle?.();
    };
    run().then(end, (error: unknown) => {
      end();
      this.#fail(error);
    });
  }

  /** Handles an error of the backend: the client shall reconnect and retry. */
  #fail(error: unknown): void {
    if (error instanceof BusyError) {
      return this.#dispatch({ kind: "overloaded" });
    }
    // The client has gone.
    if (error instanceof AbandonedError) return;
    this.services.logger.error("A sync request failed", error);
    this.#dispatch({ kind: "failed" });
  }

  async #authenticate(credential: Credential): Promise<void> {
    const result = await this.services.authenticator
      .authenticate(credential)
      .catch((error: unknown) => ({ refusal: this.#refusal(error) }));
    if ("refusal" in result) {
      return this.#dispatch({ kind: "refused", error: result.refusal });
    }
    // From now on it has the turns of those with a session.
    this.transport.identify(personOf(result));
    // Clients send their queries with the token, and are read one message a
    // turn: so one Transition answers both. If messages wait, so does this, behind
    // the queries.
    await nextTurn();
    if (turns.isRoundOver) await turns.short(this.asker);
    this.#adminKey = credential.kind === "admin" ? credential.key : null;
    const expiresAtMs =
      result.kind === "user" ? (result.identity?.expiresAtMs ?? null) : null;
    this.#dispatch({ kind: "authenticated", caller: result, expiresAtMs });
  }

  #refusal(error: unknown): string {
    if (error instanceof RequestError) return error.message;
    this.services.logger.error("A token could not be checked", error);
    return "Could not validate the token";
  }

  #armExpiry(atMs: number | null): void {
    this.#stopExpiry?.();
    if (atMs === null || this.#state.isClosed) return;
    const { clock, timers } = this.services;
    // A long delay ends early: `expired` looks at the clock.
    this.#stopExpiry = timers.schedule(atMs - clock.now(), () => {
      this.checkExpiry();
      this.#armExpiry(atMs);
    });
  }

  async #mutate(message: MutationMessage, caller: Caller): Promise<void> {
    const { functions, database } = this.services;
    const { sessionId } = this.#state;
    const call = this.#call(message, caller);
    const sessionRequest = { sessionId, requestId: message.requestId };
    const outcome = await functions.runMutation(call, { sessionRequest });
    const ts = outcome.ok ? (outcome.ts ?? database.snapshot().ts) : null;
    const response = this.#response(message, call, outcome, ts);
    // The Transition with the write usually follows in the same tick.
    if (outcome.ok) this.transport.gather();
    this.#dispatch({ kind: "mutated", response });
  }

  async #act(message: ActionMessage, caller: Caller): Promise<void> {
    const call = this.#call(message, caller);
    const onTurn = () => !this.#state.isClosed;
    const outcome = await this.services.functions.runAction({
      ...call,
      onTurn,
    });
    const response = this.#response(message, call, outcome, null);
    this.#dispatch({ kind: "acted", response });
  }

  #response(
    message: MutationMessage | ActionMessage,
    { requestId }: FunctionCall,
    outcome: MutationOutcome | ActionOutcome,
    ts: bigint | null,
  ): string {
    const { isProduction } = this.services;
    const logLines = isProduction ? [] : outcome.logLines;
    if (outcome.ok) return succeeded(message, outcome.valueText, logLines, ts);
    const error = clientError(outcome.failure, requestId, isProduction);
    return failed(message, error, logLines);
  }

  #call(
    message: MutationMessage | ActionMessage,
    caller: Caller,
  ): FunctionCall {
    return {
      component: message.componentPath,
      path: message.udfPath,
      args: message.args,
      caller,
      requestId: this.#requestIdOf(message.requestId),
      asker: this.asker,
    };
  }

  #requestIdOf(requestId: number): string {
    this.#requestIds ??= sessionRequestIds(this.#state.sessionId);
    return this.#requestIds(requestId);
  }
}
