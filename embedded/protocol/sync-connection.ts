import type { Clock } from "../base/clock";
import { RequestError } from "../base/errors";
import type { Logger } from "../base/logger";
import { clientError } from "../functions/execution/client-error";
import type {
  ActionOutcome,
  Caller,
  FunctionCall,
  MutationOutcome,
  SessionRequest,
} from "../functions/execution/function-call";
import { sessionRequestIds } from "../functions/execution/request-id";
import type { QueryCache } from "../subscriptions/query-cache";
import type { Snapshot } from "../transaction/snapshot";
import {
  type Authenticator,
  BAD_ADMIN_KEY,
  type Credential,
} from "./authenticator";
import type { ActionMessage, MutationMessage } from "./messages";
import { QuerySet } from "./query-set";
import type { QueryResult } from "./query-result";
import {
  actionFailed,
  actionSucceeded,
  mutationFailed,
  mutationSucceeded,
  pingMessage,
} from "./server-messages";
import type { SyncEffect, SyncEvent } from "./sync-effects";
import { SyncSession } from "./sync-session";

/** Longest delay that setTimeout takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Where a connection's messages go. */
export type SyncTransport = {
  send(text: string): void;
  /** Holds back what is sent until the end of the tick, to send it as one. */
  gather(): void;
  /** Stops and resumes delivery of the client's messages. */
  pause(): void;
  resume(): void;
  close(code?: number, reason?: string): void;
  /** Whether the client has fallen behind what was sent. */
  isStalled(): boolean;
};

/** What connections share. */
export type SyncServices = {
  clock: Clock;
  logger: Logger;
  isProduction: boolean;
  authenticator: Authenticator;
  cache: QueryCache<QueryResult>;
  database: { snapshot(): Snapshot };
  functions: {
    runMutation(
      call: FunctionCall,
      options: { sessionRequest: SessionRequest },
    ): Promise<MutationOutcome>;
    runAction(call: FunctionCall): Promise<ActionOutcome>;
  };
};

/**
 * Does what a SyncSession decides: runs functions, brings queries up to date,
 * and hands what came of it back to the session.
 */
export class SyncConnection {
  readonly #services: SyncServices;
  readonly #transport: SyncTransport;
  readonly #session: SyncSession;
  readonly #queries: QuerySet;
  #expiry: NodeJS.Timeout | null = null;
  #lastSentAtMs: number;
  #requestsUnderWay = 0;
  /** Set when no more requests may start; called when none is under way. */
  #onIdle: (() => void) | null = null;
  #requestIds: ((requestId: number) => string) | null = null;
  /** What the client was let in with as an administrator, if it was. */
  #adminKey: string | null = null;

  constructor(services: SyncServices, transport: SyncTransport) {
    const { clock, cache, database } = services;
    this.#services = services;
    this.#transport = transport;
    this.#session = new SyncSession({
      clock,
      latestTimestamp: () => database.snapshot().ts,
      isResting: () => this.#queries.isResting,
    });
    this.#queries = new QuerySet({
      cache,
      snapshot: () => database.snapshot(),
      onUpdated: (update) => this.#dispatch({ kind: "updated", ...update }),
      onFailed: (error) => this.#fail(error),
      onInvalidated: () => this.#dispatch({ kind: "invalidated" }),
    });
    this.#lastSentAtMs = clock.now();
  }

  /** Takes the text of one frame. */
  receive(text: string): void {
    try {
      this.checkAdminKey();
      this.#dispatch({ kind: "received", text });
    } catch (error) {
      // Whatever one client manages to break ends no other's connection.
      this.#fail(error);
    }
  }

  /** Shows the door to an administrator whose key has been replaced. */
  checkAdminKey(): void {
    if (this.#adminKey === null) return;
    try {
      if (this.#services.authenticator.isAdminKey(this.#adminKey)) return;
      this.#dispatch({ kind: "refused", error: BAD_ADMIN_KEY });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The client has read what it had fallen behind. */
  drained(): void {
    this.#dispatch({ kind: "drained" });
  }

  /** Says a word after `silenceMs` without one: clients give up otherwise. */
  pingAfter(silenceMs: number): void {
    if (this.#services.clock.now() - this.#lastSentAtMs < silenceMs) return;
    this.#send(pingMessage);
  }

  /** Starts no more requests and resolves when those under way are answered. */
  finish(): Promise<void> {
    this.#transport.pause();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (this.#requestsUnderWay === 0) resolve();
    });
  }

  /** The socket is gone. */
  closed(): void {
    if (this.#expiry !== null) clearTimeout(this.#expiry);
    this.#dispatch({ kind: "closed" });
    this.#queries.close();
  }

  #dispatch(event: SyncEvent): void {
    for (const effect of this.#session.handle(event)) this.#perform(effect);
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
        return this.#answer(() => this.#mutate(effect.message, effect.caller));
      case "act":
        return this.#answer(() => this.#act(effect.message, effect.caller));
      case "update":
        return this.#queries.update(effect.modifications, effect.caller);
      case "pause":
        return this.#transport.pause();
      case "resume":
        return this.#transport.resume();
      case "close":
        return this.#transport.close(effect.code, effect.reason);
      default:
        effect satisfies never;
    }
  }

  #send(text: string): void {
    this.#lastSentAtMs = this.#services.clock.now();
    this.#transport.send(text);
    if (this.#transport.isStalled()) this.#dispatch({ kind: "stalled" });
  }

  #answer(run: () => Promise<void>): void {
    if (this.#onIdle !== null) return;
    this.#requestsUnderWay += 1;
    const end = () => {
      this.#requestsUnderWay -= 1;
      if (this.#requestsUnderWay === 0) this.#onIdle?.();
    };
    run().then(end, (error: unknown) => {
      end();
      this.#fail(error);
    });
  }

  /** What fails here is ours, not the function's: the client shall try again. */
  #fail(error: unknown): void {
    this.#services.logger.error("A sync request failed", error);
    this.#dispatch({ kind: "failed" });
  }

  async #authenticate(credential: Credential): Promise<void> {
    const result = await this.#services.authenticator
      .authenticate(credential)
      .catch((error: unknown) => ({ refusal: this.#refusal(error) }));
    if ("refusal" in result) {
      return this.#dispatch({ kind: "refused", error: result.refusal });
    }
    this.#adminKey = credential.kind === "admin" ? credential.key : null;
    const expiresAtMs =
      result.kind === "user" ? (result.identity?.expiresAtMs ?? null) : null;
    this.#dispatch({ kind: "authenticated", caller: result, expiresAtMs });
  }

  #refusal(error: unknown): string {
    if (error instanceof RequestError) return error.message;
    this.#services.logger.error("A token could not be checked", error);
    return "Could not validate the token";
  }

  #armExpiry(atMs: number | null): void {
    if (this.#expiry !== null) clearTimeout(this.#expiry);
    this.#expiry = null;
    if (atMs === null || this.#session.isClosed) return;
    const delayMs = Math.max(0, atMs - this.#services.clock.now());
    this.#expiry = setTimeout(
      () => {
        this.#dispatch({ kind: "expired" });
        this.#armExpiry(atMs);
      },
      Math.min(delayMs, MAX_TIMER_MS),
    );
    this.#expiry.unref();
  }

  async #mutate(message: MutationMessage, caller: Caller): Promise<void> {
    const { functions, isProduction } = this.#services;
    const { sessionId } = this.#session;
    const call = this.#call(message, caller);
    const sessionRequest = { sessionId, requestId: message.requestId };
    const outcome = await functions.runMutation(call, { sessionRequest });
    const logLines = isProduction ? [] : outcome.logLines;
    if (outcome.ok) {
      const ts = outcome.ts ?? this.#services.database.snapshot().ts;
      const { valueText } = outcome;
      const { requestId } = message;
      const response = mutationSucceeded(requestId, valueText, ts, logLines);
      // The Transition that shows the write mostly follows in this very tick.
      this.#transport.gather();
      return this.#dispatch({ kind: "mutated", response });
    }
    const error = clientError(outcome.failure, call.requestId, isProduction);
    const response = mutationFailed(message.requestId, error, logLines);
    this.#dispatch({ kind: "mutated", response });
  }

  async #act(message: ActionMessage, caller: Caller): Promise<void> {
    const { functions, isProduction } = this.#services;
    const call = this.#call(message, caller);
    const outcome = await functions.runAction(call);
    const logLines = isProduction ? [] : outcome.logLines;
    const { requestId } = message;
    if (outcome.ok) {
      const response = actionSucceeded(requestId, outcome.valueText, logLines);
      return this.#dispatch({ kind: "acted", response });
    }
    const error = clientError(outcome.failure, call.requestId, isProduction);
    const response = actionFailed(requestId, error, logLines);
    this.#dispatch({ kind: "acted", response });
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
    };
  }

  #requestIdOf(requestId: number): string {
    this.#requestIds ??= sessionRequestIds(this.#session.sessionId);
    return this.#requestIds(requestId);
  }
}
