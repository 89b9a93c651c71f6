import {
  LARGE_RESULT_BYTES,
  MAX_WAITING_LARGE_RESULTS,
} from "../../base/client-limits";
import { AbandonedError } from "../../base/errors";
import { type Timers, wait } from "../../base/timers";
import { WorkGate } from "../../base/work-gate";
import type { CallContext } from "../calls/call-context";
import type { HttpEndpoint } from "../app/http-router";
import type {
  FunctionKind,
  RegisteredFunction,
} from "../app/registered-function";

/** Rest per duration of a run: the server keeps three quarters of its time. */
const REST_FACTOR = 3;
/** Limits the rest after a run that took long because the machine was busy. */
const MAX_REST_MS = 1_000;
/** How long a function is expected to have another large result. */
const EXPECTED_FOR_MS = 60_000;

/** Others do not wait longer for an action: it may wait for something itself. */
const MAX_WAIT_MS = 200;

/** What has results. An HTTP action is an action whose result is a response. */
type Source = RegisteredFunction | HttpEndpoint;

/** Who asks for one. */
type Inquirer = Pick<CallContext, "caller" | "asker" | "onTurn">;

/**
 * Encoding a result of 16 MiB takes the event loop a tenth of a second, and
 * nothing can interrupt it. So functions whose results are large run one at a
 * time, each run followed by a rest in proportion, and askers take turns. How
 * large a function's results are is known once it had a large one.
 */
export class LargeResults {
  readonly #gate = new WorkGate(1, MAX_WAITING_LARGE_RESULTS);
  /** When functions had their last large results. */
  readonly #largeAtMs = new WeakMap<Source, number>();

  constructor(private readonly timers: Timers) {}

  /**
   * Runs a function at once, or when it is its turn. Administrators and the
   * server itself do not wait.
   *
   * @throws BusyError when too many wait already
   * @throws AbandonedError when nobody waits for the outcome any more
   */
  run<Outcome>(
    source: Source,
    inquirer: Inquirer,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const isFree =
      inquirer.caller.kind !== "user" || !this.#largeAtMs.has(source);
    return isFree ? work() : this.#inTurn(source, inquirer, work);
  }

  /** Reports the size of a result, also of one that is refused for it. */
  note(source: Source, length: number): void {
    if (length < LARGE_RESULT_BYTES) return;
    this.#largeAtMs.set(source, this.timers.steadyNow());
  }

  #inTurn<Outcome>(
    source: Source,
    { asker, onTurn }: Inquirer,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const turn = async () => {
        if (onTurn?.() === false) return reject(new AbandonedError());
        const beganAtMs = this.timers.steadyNow();
        const run = work().then(resolve, reject);
        const isLong = wait(this.timers, MAX_WAIT_MS);
        await (kindOf(source) === "action" ? Promise.race([run, isLong]) : run);
        const endedAtMs = this.timers.steadyNow();
        this.#forget(source, endedAtMs);
        const restMs = REST_FACTOR * (endedAtMs - beganAtMs);
        await wait(this.timers, Math.max(1, Math.min(restMs, MAX_REST_MS)));
      };
      this.#gate.run(turn, asker).catch(reject);
    });
  }

  #forget(source: Source, nowMs: number): void {
    const largeAtMs = this.#largeAtMs.get(source) ?? nowMs;
    if (nowMs - largeAtMs > EXPECTED_FOR_MS) this.#largeAtMs.delete(source);
  }
}

function kindOf(source: Source): FunctionKind {
  return "kind" in source ? source.kind : "action";
}
