import type { ActionRunner } from "../execution/action-runner";
import type { App } from "../app/app";
import { failureText } from "../calls/function-failure";
import type { FunctionTarget } from "../app/function-address";
import type {
  FunctionResult,
  MutationOutcome,
} from "../calls/call-and-outcome";
import { reportOutcome } from "../execution/execution-report";
import type { RegisteredFunction } from "../app/registered-function";
import type { ExecutionServices } from "../syscalls/execution-services";
import { newRequestId } from "../calls/request-id";
import {
  findJob,
  finishJob,
  startJob,
  type JobDocument,
  type JobState,
} from "../syscalls/scheduled-job";
import type { TargetCall } from "../calls/call-context";
import type { TransactionRunner } from "../execution/transaction-runner";
import type { Id } from "../../values/ids";

/** Limit of the text that is stored with the job, in UTF-16 code units. */
const MAX_ERROR_LENGTH = 16 * 1024;

/** The outcome of a mutation that was not run, because its job was not due any more. */
export const SKIPPED: MutationOutcome = {
  ok: true,
  valueText: "null",
  logLines: [],
  ts: null,
};

export type Runners = {
  transactions: TransactionRunner;
  actions: ActionRunner;
  app: () => App;
};

/** A job that is due, and the component that scheduled it. */
export type PendingJob = { component: string; id: Id; document: JobDocument };

/**
 * Runs one scheduled function: a mutation exactly once, because its new state
 * is part of its own commit; an action at most once, because it is durably
 * marked as begun before it starts.
 */
export class JobRunner {
  constructor(
    private readonly services: ExecutionServices,
    private readonly runners: Runners,
  ) {}

  /** @returns false when it must run again, because it conflicted with others */
  async run(job: PendingJob): Promise<boolean> {
    const app = this.runners.app();
    const { name, args, component = job.component } = job.document;
    const home = app.components.get(component);
    const fn = home?.find(name);
    if (!home || !fn || fn.kind === "query") {
      const error = fn
        ? unsupported(fn)
        : `Could not find function for '${name}'.`;
      this.services.logger.error(`Scheduled function ${name} failed: ${error}`);
      await this.#finish(job, { kind: "failed", error });
      return true;
    }
    const target: FunctionTarget = { component: home, fn };
    const context = {
      app,
      caller: { kind: "system" as const },
      requestId: newRequestId(),
      startedAtMs: this.services.clock.now(),
      job: { component: job.component, id: job.id },
    };
    const call = { target, args, context };
    if (fn.kind === "mutation") return this.#runMutation(job, call);
    await this.#runAction(job, call);
    return true;
  }

  async #runMutation(job: PendingJob, call: TargetCall): Promise<boolean> {
    const { component, id } = job;
    const { clock } = this.services;
    const outcome = await this.runners.transactions.runMutation(call, {
      before: (transaction) => {
        const kind = findJob(transaction, job)?.state.kind;
        if (kind !== "pending") return SKIPPED;
        // Only the mutation itself sees this state, because its commit marks the job as
        // finished.
        startJob(transaction, component, id);
        return null;
      },
      after: (transaction) => {
        const state = { kind: "success" as const };
        finishJob(transaction, component, id, state, clock.now());
      },
    });
    reportOutcome(this.services, call, outcome);
    if (outcome.ok) return true;
    if (outcome.failure.isConflict === true) return false;
    await this.#finish(job, stateAfter(outcome));
    return true;
  }

  async #runAction(job: PendingJob, call: TargetCall): Promise<void> {
    const { component, id } = job;
    const { result: isPending } = await this.services.database.write(
      (transaction) => {
        const current = findJob(transaction, job);
        if (current?.state.kind !== "pending") return false;
        startJob(transaction, component, id);
        return true;
      },
    );
    if (!isPending) return;
    const outcome = await this.runners.actions.runAction(call);
    reportOutcome(this.services, call, outcome);
    await this.#finish(job, stateAfter(outcome));
  }

  /** Leaves a job that was cancelled meanwhile unchanged. */
  async #finish({ component, id }: PendingJob, state: JobState): Promise<void> {
    const { database, clock } = this.services;
    await database.write((transaction) => {
      finishJob(transaction, component, id, state, clock.now());
    });
  }
}

/** @returns the error of a job whose function is a query */
function unsupported({ path }: RegisteredFunction): string {
  return `Unsupported function type. "${path.name}" in module "${path.module}" is defined as a Query. Only Mutation and Action can be scheduled.`;
}

function stateAfter(result: FunctionResult): JobState {
  return result.ok
    ? { kind: "success" }
    : {
        kind: "failed",
        error: failureText(result.failure).slice(0, MAX_ERROR_LENGTH),
      };
}
