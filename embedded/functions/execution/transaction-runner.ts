import type { JSONValue } from "convex/values";
import { ConflictError } from "../../base/errors";
import type { Snapshot } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import type { CallContext } from "./call-context";
import { callFunction } from "./call-function";
import type { FunctionTarget } from "../definitions/function-address";
import type {
  FunctionResult,
  MutationOutcome,
  QueryOutcome,
} from "./function-call";
import { describeFailure } from "./function-failure";
import type { HostServices } from "./host-services";
import type { RegisteredFunction } from "../definitions/registered-function";
import { RetryLane } from "./retry-lane";
import { transactionSyscalls } from "../syscalls/transaction-syscalls";
import { TransactionFrame } from "./transaction-frame";
import { TransactionRun, type RunSurroundings } from "./transaction-run";

/** A request for one function, already found. */
export type TargetCall = {
  target: FunctionTarget;
  args: readonly JSONValue[];
  context: CallContext;
};

/** Takes part in a mutation's transaction, in every attempt anew. */
export type MutationHooks = {
  /** An outcome given here is the mutation's, and nothing runs. */
  before(transaction: Transaction): MutationOutcome | null;
  /** Called when the function has returned, before the commit. */
  after(transaction: Transaction, valueText: string, logLines: string[]): void;
};

const OPTIMISTIC_ATTEMPTS = 2;
const MAX_ATTEMPTS = 32;

/** Runs queries and mutations as transactions of their own. */
export class TransactionRunner {
  readonly #services: HostServices;
  readonly #surroundings: RunSurroundings;
  /** Functions that conflict do so with themselves, and hold up no others. */
  readonly #retryLanes = new WeakMap<RegisteredFunction, RetryLane>();

  constructor(services: HostServices) {
    this.#services = services;
    this.#surroundings = { services, syscalls: transactionSyscalls };
  }

  /** Runs a query at a snapshot; never rejects for what user code does. */
  async runQuery(
    call: TargetCall,
    snapshot: Snapshot = this.#services.database.snapshot(),
    journal: string | null = null,
  ): Promise<QueryOutcome> {
    const transaction = this.#services.database.beginRead(snapshot);
    const run = this.#newRun(call, transaction, journal);
    try {
      const result = await this.#execute(run, call);
      return queryOutcome(result, run);
    } finally {
      transaction.close();
    }
  }

  /**
   * Runs a mutation until it has committed durably or failed for good. What it
   * read is durable too when a failure is told.
   */
  async runMutation(
    call: TargetCall,
    hooks: MutationHooks | null = null,
  ): Promise<MutationOutcome> {
    for (let attempt = 1; attempt <= OPTIMISTIC_ATTEMPTS; attempt++) {
      const outcome = await this.#attempt(call, hooks);
      if (!(outcome instanceof ConflictError)) return outcome;
    }
    return this.#retryLane(call.target.fn).run(async (release) => {
      let conflict: ConflictError | null = null;
      for (let n = OPTIMISTIC_ATTEMPTS; n < MAX_ATTEMPTS; n++) {
        const outcome = await this.#attempt(call, hooks, release);
        if (!(outcome instanceof ConflictError)) return outcome;
        conflict = outcome;
      }
      return conflictOutcome(conflict);
    });
  }

  #retryLane(fn: RegisteredFunction): RetryLane {
    let lane = this.#retryLanes.get(fn);
    if (lane === undefined) this.#retryLanes.set(fn, (lane = new RetryLane()));
    return lane;
  }

  /** @param onDecided called when the commit can no longer conflict */
  async #attempt(
    call: TargetCall,
    hooks: MutationHooks | null,
    onDecided?: () => void,
  ): Promise<MutationOutcome | ConflictError> {
    const { database } = this.#services;
    const transaction = database.begin();
    try {
      const known = hooks?.before(transaction) ?? null;
      if (known !== null) {
        await database.whenDurable(transaction.beginTs);
        return known;
      }
      const run = this.#newRun(call, transaction, null);
      const result = await this.#execute(run, call);
      const logLines = run.log.toArray();
      if (!result.ok) {
        const { beginTs } = transaction;
        transaction.close();
        await database.whenDurable(beginTs);
        return { ...result, logLines, ts: null };
      }
      hooks?.after(transaction, result.valueText, logLines);
      const ts = await this.#commit(transaction, onDecided);
      this.#deleteFiles(run);
      return { ok: true, valueText: result.valueText, logLines, ts };
    } catch (error) {
      if (error instanceof ConflictError) return error;
      throw error;
    } finally {
      transaction.close();
    }
  }

  async #commit(
    transaction: Transaction,
    onDecided: (() => void) | undefined,
  ): Promise<bigint> {
    const committed = this.#services.database.commit(transaction);
    if (onDecided === undefined) return committed;
    // A conflict is known before the next turn; the disk takes longer.
    const decided = setImmediate(onDecided);
    try {
      return await committed;
    } catch (error) {
      clearImmediate(decided);
      throw error;
    }
  }

  #newRun(
    { context }: TargetCall,
    transaction: Transaction,
    journal: string | null,
  ): TransactionRun {
    return new TransactionRun(
      this.#surroundings,
      context,
      transaction,
      journal,
    );
  }

  #execute(
    run: TransactionRun,
    { target, args }: TargetCall,
  ): Promise<FunctionResult> {
    const frame = new TransactionFrame(run, target, 1);
    const tables = run.transaction.tableLookup(target.component.path);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        unwatch();
        frame.close();
      };
      const fail = (thrown: unknown): void => {
        end();
        const error = run.systemError ?? thrown;
        if (error instanceof ConflictError) return reject(error);
        const failure = describeFailure(error, run.deployment.sourceMaps);
        resolve({ ok: false, failure });
      };
      const succeed = (valueText: string): void => {
        if (run.systemError !== null) return fail(run.systemError);
        end();
        resolve({ ok: true, valueText });
      };
      // A promise takes the first answer only, so both may try to give it.
      const unwatch = this.#services.watchdog.watch(run, fail);
      callFunction(frame, target.fn, args, tables).then(succeed, fail);
    });
  }

  #deleteFiles({ deletedFiles }: TransactionRun): void {
    for (const file of deletedFiles) {
      void this.#services.storage.deleteBody(file);
    }
  }
}

/** Spelt out: spreading `result` would cost as much as reading ten rows. */
function queryOutcome(
  result: FunctionResult,
  { log, transaction, journal, usedIdentity, usedTimeOrRandom }: TransactionRun,
): QueryOutcome {
  const logLines = log.toArray();
  const { reads: readSet, beginTs: ts, metrics } = transaction;
  const { documentsRead } = metrics;
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
      };
}

function conflictOutcome(conflict: ConflictError | null): MutationOutcome {
  const table = conflict?.table ?? "";
  const message =
    `Documents read from or written to the "${table}" table changed while this mutation was being run and on every subsequent retry. ` +
    "Another call to this mutation changed the same documents. See https://docs.convex.dev/error#1";
  const failure = { message, isConflict: true as const };
  return { ok: false, failure, logLines: [], ts: null };
}
