import {
  LARGE_RESULT_BYTES,
  MAX_WAITING_LARGE_RESULTS,
} from "../../base/client-limits";
import { AbandonedError } from "../../base/errors";
import { type Timers, wait } from "../../base/timers";
import { turns } from "../../base/turns";
import { WorkGate } from "../../base/work-gate";
import type { TargetCall } from "../calls/call-context";
import type { RegisteredFunction } from "../definitions/registered-function";

/** Rest per duration of a run: the server keeps three quarters of its time. */
const REST_FACTOR = 3;
/** Limits the rest after a run that took long because the machine was busy. */
const MAX_REST_MS = 1_000;
/** How long a function is expected to have another large result. */
const EXPECTED_FOR_MS = 60_000;

/**
 * Others do not wait longer for a first run, or for an action: it may wait for
 * something itself.
 */
const MAX_WAIT_MS = 200;

/** What is known of a function: when it had a large result, or who finds out. */
type Knowledge = { largeAtMs: number | null; trial: Promise<void> | null };

/**
 * Encoding a result of 16 MiB takes the event loop a tenth of a second, and
 * nothing can interrupt it. So functions whose results are large run one at a
 * time, each run followed by a rest in proportion, and askers take turns. How
 * large a function's results are is known once it has run: its first run is
 * alone, too. A mutation's is not, because it waits for the disk.
 */
export class LargeResults {
  readonly #timers: Timers;
  readonly #gate = new WorkGate(1, MAX_WAITING_LARGE_RESULTS);
  readonly #known = new WeakMap<RegisteredFunction, Knowledge>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Runs a function at once, or when it is its turn. Administrators and the
   * server itself do not wait.
   *
   * @throws BusyError when too many wait already
   * @throws AbandonedError when nobody waits for the outcome any more
   */
  run<Outcome>(
    call: TargetCall,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (call.context.caller.kind !== "user") return work();
    const { fn } = call.target;
    const known = this.#known.get(fn);
    if (known === undefined)
      return fn.kind === "mutation" ? work() : this.#try(fn, work);
    if (known.trial !== null) return this.#afterTrial(known.trial, call, work);
    return known.largeAtMs === null ? work() : this.#inTurn(call, work);
  }

  /** Reports the size of a result, also of one that is refused for it. */
  note(fn: RegisteredFunction, length: number): void {
    if (length < LARGE_RESULT_BYTES) return;
    const known = this.#known.get(fn) ?? { largeAtMs: null, trial: null };
    known.largeAtMs = this.#timers.steadyNow();
    this.#known.set(fn, known);
  }

  async #afterTrial<Outcome>(
    trial: Promise<void>,
    call: TargetCall,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    await trial;
    await turns.short(call.context.asker);
    return this.run(call, work);
  }

  async #try<Outcome>(
    fn: RegisteredFunction,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const known: Knowledge = { largeAtMs: null, trial: null };
    this.#known.set(fn, known);
    const run = work();
    const end = () => {
      known.trial = null;
    };
    const isLong = wait(this.#timers, MAX_WAIT_MS);
    known.trial = Promise.race([run, isLong]).then(end, end);
    return run;
  }

  #inTurn<Outcome>(
    { target: { fn }, context }: TargetCall,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const turn = async () => {
        if (context.onTurn?.() === false) return reject(new AbandonedError());
        const beganAtMs = this.#timers.steadyNow();
        const run = work().then(resolve, reject);
        const isLong = wait(this.#timers, MAX_WAIT_MS);
        await (fn.kind === "action" ? Promise.race([run, isLong]) : run);
        const endedAtMs = this.#timers.steadyNow();
        this.#forget(fn, endedAtMs);
        const restMs = REST_FACTOR * (endedAtMs - beganAtMs);
        await wait(this.#timers, Math.max(1, Math.min(restMs, MAX_REST_MS)));
      };
      this.#gate.run(turn, context.asker).catch(reject);
    });
  }

  /** Its next run is a first one again when it had no large results lately. */
  #forget(fn: RegisteredFunction, nowMs: number): void {
    const largeAtMs = this.#known.get(fn)?.largeAtMs ?? nowMs;
    if (nowMs - largeAtMs > EXPECTED_FOR_MS) this.#known.delete(fn);
  }
}
