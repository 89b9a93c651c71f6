import { ConflictError } from "../../base/errors";
import { wait, type Timers } from "../../base/timers";
import { awaitsCommitTs, withCommitTs } from "../../index/document";
import type { Snapshot } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import type { TargetCall } from "../calls/call-context";
import { invokeChecked } from "./checked-invocation";
import type {
  FunctionResult,
  MutationOutcome,
  QueryOutcome,
} from "../calls/call-and-outcome";
import { describeFailure } from "../calls/function-failure";
import type { ExecutionServices } from "../syscalls/execution-services";
import type { RegisteredFunction } from "../app/registered-function";
import { LargeResults } from "./large-results";
import { RetryLane } from "./retry-lane";
import { TransactionFrame } from "./transaction-frame";
import { Watchdog } from "./watchdog";
import { TransactionExecution } from "../syscalls/transaction-execution";

/** Code that runs in a mutation's transaction, in every attempt. */
export type MutationHooks = {
  /** May return the mutation's outcome; then the function does not run. */
  before(transaction: Transaction): MutationOutcome | null;
  /** Called after the function has returned, before the commit. */
  after(transaction: Transaction, valueText: string, logLines: string[]): void;
};

/**
 * What becomes of mutations that conflict. `queue`: they run again, one after the
 * other, so that all of them get through. `convex`: as on Convex, a commit takes
 * a while, and a mutation that conflicts with four retries fails.
 */
export type ConflictPolicy = "queue" | "convex";

const OPTIMISTIC_ATTEMPTS = 2;
const MAX_ATTEMPTS = 32;

/** Convex's `UDF_EXECUTOR_OCC_MAX_RETRIES` and its backoffs. */
const MAX_RETRIES = 4;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2000;
/** About what a write to the database of a deployment takes. */
export const COMMIT_MS = 20;

/** Runs top-level queries and mutations, each in a transaction of its own. */
export class TransactionRunner {
  /** One lane per function: most conflicts are between calls of one. */
  readonly #retryLanes = new WeakMap<RegisteredFunction, RetryLane>();

  readonly #largeResults: LargeResults;
  readonly #watchdog: Watchdog;

  constructor(
    private readonly services: ExecutionServices,
    private readonly conflicts: ConflictPolicy,
  ) {
    this.#largeResults = new LargeResults(services.timers);
    this.#watchdog = new Watchdog(services.timers);
  }

  /** Watches running queries and mutations no longer. */
  close(): void {
    this.#watchdog.close();
  }

  /**
   * Runs a query on a snapshot, when it is its turn. Errors in user code give a
   * failed outcome.
   *
   * @throws BusyError when too many wait already
   * @throws AbandonedError when nobody waits for the outcome any more
   */
  runQuery(
    call: TargetCall,
    snapshot: Snapshot = this.services.database.snapshot(),
    journal: string | null = null,
  ): Promise<QueryOutcome> {
    return this.#largeResults.run(call.target.fn, call.context, () =>
      this.#runQuery(call, snapshot, journal),
    );
  }

  async #runQuery(
    call: TargetCall,
    snapshot: Snapshot,
    journal: string | null,
  ): Promise<QueryOutcome> {
    const transaction = this.services.database.beginRead(snapshot);
    const { context } = call;
    const execution = new TransactionExecution(
      this.services,
      context,
      transaction,
      journal,
    );
    try {
      const result = await this.#execute(execution, call);
      return queryOutcome(withoutPlaceholder(result, call), execution);
    } finally {
      transaction.close();
    }
  }

  /**
   * Runs a mutation when it is its turn, with retries after conflicts. Resolves
   * once the commit is durable; after a failure, once the state that the mutation
   * read is durable.
   *
   * @throws BusyError when too many wait already
   */
  runMutation(
    call: TargetCall,
    hooks: MutationHooks | null = null,
  ): Promise<MutationOutcome> {
    return this.#largeResults.run(call.target.fn, call.context, () =>
      this.#runMutation(call, hooks),
    );
  }

  async #runMutation(
    call: TargetCall,
    hooks: MutationHooks | null,
  ): Promise<MutationOutcome> {
    if (this.conflicts === "convex") {
      const { timers } = this.services;
      return retryAsConvex(timers, () => this.#attempt(call, hooks));
    }
    for (let attempt = 1; attempt <= OPTIMISTIC_ATTEMPTS; attempt++) {
      const outcome = await this.#attempt(call, hooks);
      if (!isConflict(outcome)) return outcome;
    }
    return this.#retryLane(call.target.fn).run(async (release) => {
      for (let attempt = OPTIMISTIC_ATTEMPTS + 1; ; attempt++) {
        const outcome = await this.#attempt(call, hooks, release);
        const isLast = attempt === MAX_ATTEMPTS;
        if (isLast || !isConflict(outcome)) return outcome;
      }
    });
  }

  #retryLane(fn: RegisteredFunction): RetryLane {
    let lane = this.#retryLanes.get(fn);
    if (lane === undefined) this.#retryLanes.set(fn, (lane = new RetryLane()));
    return lane;
  }

  /**
   * @param onDecided called when the commit can no longer conflict
   * @returns an outcome for which `isConflict` holds after a conflict
   */
  async #attempt(
    call: TargetCall,
    hooks: MutationHooks | null,
    onDecided?: () => void,
  ): Promise<MutationOutcome> {
    const { database } = this.services;
    const transaction = database.begin();
    try {
      const known = hooks?.before(transaction) ?? null;
      if (known !== null) {
        await database.whenDurable(transaction.beginTs);
        return known;
      }
      const { context } = call;
      const execution = new TransactionExecution(
        this.services,
        context,
        transaction,
      );
      const result = await this.#execute(execution, call);
      const logLines = execution.log.toArray();
      const { usage } = transaction.metrics;
      if (!result.ok) {
        const { beginTs } = transaction;
        transaction.close();
        await database.whenDurable(beginTs);
        return { ...result, logLines, usage, ts: null };
      }
      hooks?.after(transaction, result.valueText, logLines);
      const ts = await this.#commit(transaction, onDecided);
      this.#deleteFiles(execution);
      const valueText = withCommitTs(result.valueText, ts);
      return { ok: true, valueText, logLines, usage, ts };
    } catch (error) {
      if (error instanceof ConflictError) return conflictOutcome(error);
      throw error;
    } finally {
      transaction.close();
    }
  }

  async #commit(
    transaction: Transaction,
    onDecided: (() => void) | undefined,
  ): Promise<bigint> {
    const { database, timers } = this.services;
    if (this.conflicts === "convex") await wait(timers, COMMIT_MS);
    const committed = database.commit(transaction);
    if (onDecided === undefined) return committed;
    // A conflict rejects before the next turn of the event loop; the disk takes
    // longer.
    const decided = setImmediate(onDecided);
    try {
      return await committed;
    } catch (error) {
      clearImmediate(decided);
      throw error;
    }
  }

  #execute(
    execution: TransactionExecution,
    { target, args, context }: TargetCall,
  ): Promise<FunctionResult> {
    const { sourceMaps } = context.app;
    const frame = new TransactionFrame(execution, target, 1);
    const tables = execution.transaction.tableLookup(target.component.path);
    const note = (length: number) => this.#largeResults.note(target.fn, length);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        unwatch();
        execution.onFail = null;
        frame.close();
      };
      const fail = (thrown: unknown): void => {
        end();
        const error = execution.systemError ?? thrown;
        if (error instanceof ConflictError) return reject(error);
        const failure = describeFailure(error, sourceMaps);
        resolve({ ok: false, failure });
      };
      const succeed = (valueText: string): void => {
        if (execution.systemError !== null) return fail(execution.systemError);
        end();
        resolve({ ok: true, valueText });
      };
      // Both may settle the promise; only the first call counts.
      const unwatch = this.#watchdog.watch(execution, fail);
      execution.onFail = fail;
      invokeChecked(frame, target.fn, args, tables, note).then(succeed, fail);
    });
  }

  #deleteFiles({ deletedFiles }: TransactionExecution): void {
    for (const { storageId } of deletedFiles) {
      void this.services.storage.bodies.delete(storageId);
    }
  }
}

async function retryAsConvex(
  timers: Timers,
  attempt: () => Promise<MutationOutcome>,
): Promise<MutationOutcome> {
  for (let failures = 0; ; failures++) {
    const outcome = await attempt();
    if (!isConflict(outcome) || failures === MAX_RETRIES) return outcome;
    const longest = Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
    await wait(timers, Math.random() * longest);
  }
}

/** Only a mutation has a commit whose timestamp can be in its result. */
function withoutPlaceholder(
  result: FunctionResult,
  { target }: TargetCall,
): FunctionResult {
  if (!result.ok || !awaitsCommitTs(result.valueText)) return result;
  const { module, name } = target.fn.path;
  const message = `Function ${module}:${name} return value invalid: queries cannot return an unresolved commit timestamp`;
  return { ok: false, failure: { message } };
}

/** Spelt out: spreading `result` would cost as much as reading ten rows. */
function queryOutcome(
  result: FunctionResult,
  {
    log,
    transaction,
    journal,
    usedIdentity,
    usedTimeOrRandom,
  }: TransactionExecution,
): QueryOutcome {
  const logLines = log.toArray();
  const { reads: readSet, beginTs: ts, metrics } = transaction;
  const { documentsRead, usage } = metrics;
  return result.ok
    ? {
        ok: true,
        valueText: result.valueText,
        logLines,
        readSet,
        ts,
        journal,
        usedIdentity,
        usedTimeOrRandom,
        documentsRead,
        usage,
      }
    : {
        ok: false,
        failure: result.failure,
        logLines,
        readSet,
        ts,
        journal,
        usedIdentity,
        usedTimeOrRandom,
        documentsRead,
        usage,
      };
}

function isConflict(outcome: MutationOutcome): boolean {
  return !outcome.ok && outcome.failure.isConflict === true;
}

function conflictOutcome({ table }: ConflictError): MutationOutcome {
  const message =
    `Documents read from or written to the "${table}" table changed while this mutation was being run and on every subsequent retry. ` +
    "Another call to this mutation changed the same documents. See https://docs.convex.dev/error#1";
  const failure = { message, isConflict: true as const };
  return { ok: false, failure, logLines: [], ts: null };
}
