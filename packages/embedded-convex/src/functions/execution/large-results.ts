import {
  LARGE_RESULT_BYTES,
  MAX_WAITING_LARGE_RESULTS,
} from "../../base/client-limits";
import { AbandonedError } from "../../base/errors";
import { type Timers, wait } from "../../base/timers";
import { turns } from "../../base/turns";
import { WorkGate } from "../../base/work-gate";
import type { CallContext } from "../calls/call-context";
import type { HttpEndpoint } from "../definitions/http-router";
import type {
  FunctionKind,
  RegisteredFunction,
} from "../definitions/registered-function";

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

/** What has results. An HTTP action is an action whose result is a response. */
type Source = RegisteredFunction | HttpEndpoint;

/** Who asks for one. */
type Inquirer = Pick<CallContext, "caller" | "asker" | "onTurn">;

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
  readonly #known = new WeakMap<Source, Knowledge>();

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
    source: Source,
    inquirer: Inquirer,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (inquirer.caller.kind !== "user") return work();
    const known = this.#known.get(source);
    if (known === undefined)
      return kindOf(source) === "mutation" ? work() : this.#try(source, work);
    if (known.trial !== null) {
      return this.#afterTrial(known.trial, source, inquirer, work);
    }
    if (known.largeAtMs === null) return work();
    return this.#inTurn(source, inquirer, work);
  }

  /** Reports the size of a result, also of one that is refused for it. */
  note(source: Source, length: number): void {
    if (length < LARGE_RESULT_BYTES) return;
    const known = this.#known.get(source) ?? { largeAtMs: null, trial: null };
    known.largeAtMs = this.#timers.steadyNow();
    this.#known.set(source, known);
  }

  async #afterTrial<Outcome>(
    trial: Promise<void>,
    source: Source,
    inquirer: Inquirer,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    await trial;
    await turns.short(inquirer.asker);
    return this.run(source, inquirer, work);
  }

  async #try<Outcome>(
    source: Source,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const known: Knowledge = { largeAtMs: null, trial: null };
    this.#known.set(source, known);
    const run = work();
    const end = () => {
      known.trial = null;
    };
    const isLong = wait(this.#timers, MAX_WAIT_MS);
    known.trial = Promise.race([run, isLong]).then(end, end);
    return run;
  }

  #inTurn<Outcome>(
    source: Source,
    { asker, onTurn }: Inquirer,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const turn = async () => {
        if (onTurn?.() === false) return reject(new AbandonedError());
        const beganAtMs = this.#timers.steadyNow();
        const run = work().then(resolve, reject);
        const isLong = wait(this.#timers, MAX_WAIT_MS);
        await (kindOf(source) === "action" ? Promise.race([run, isLong]) : run);
        const endedAtMs = this.#timers.steadyNow();
        this.#forget(source, endedAtMs);
        const restMs = REST_FACTOR * (endedAtMs - beganAtMs);
        await wait(this.#timers, Math.max(1, Math.min(restMs, MAX_REST_MS)));
      };
      this.#gate.run(turn, asker).catch(reject);
    });
  }

  /** Its next run is a first one again when it had no large results lately. */
  #forget(source: Source, nowMs: number): void {
    const largeAtMs = this.#known.get(source)?.largeAtMs ?? nowMs;
    if (nowMs - largeAtMs > EXPECTED_FOR_MS) this.#known.delete(source);
  }
}

function kindOf(source: Source): FunctionKind {
  return "kind" in source ? source.kind : "action";
}
