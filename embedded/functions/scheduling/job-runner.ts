import type { ActionRunner } from "../execution/action-runner";
import { commitWithRetry } from "../execution/commit-with-retry";
import type { Deployment } from "../definitions/deployment";
import type { FunctionTarget } from "../definitions/function-address";
import type {
  FunctionResult,
  MutationOutcome,
} from "../execution/function-call";
import { reportOutcome } from "../execution/failure-report";
import type { HostServices } from "../execution/host-services";
import { newRequestId } from "../execution/request-id";
import { findJob, finishJob, startJob, type JobState } from "./scheduled-job";
import type { PendingJob } from "./scheduler";
import { wait } from "../../base/timers";
import type {
  TargetCall,
  TransactionRunner,
} from "../execution/transaction-runner";

const FIRST_BACKOFF_MS = 500;
/** Kept with the job, for people to read. */
const MAX_ERROR_LENGTH = 16 * 1024;
const MAX_BACKOFF_MS = 2 * 60 * 60 * 1000;

const SKIPPED: MutationOutcome = {
  ok: true,
  valueText: "null",
  logLines: [],
  ts: null,
};

/**
 * Runs one scheduled function: a mutation exactly once, because its new state
 * is part of its own commit; an action at most once, because it is marked as
 * begun, durably, before it begins.
 */
export class JobRunner {
  readonly #services: HostServices;
  readonly #transactions: TransactionRunner;
  readonly #actions: ActionRunner;
  readonly #deployment: () => Deployment;

  constructor(
    services: HostServices,
    transactions: TransactionRunner,
    actions: ActionRunner,
    deployment: () => Deployment,
  ) {
    this.#services = services;
    this.#transactions = transactions;
    this.#actions = actions;
    this.#deployment = deployment;
  }

  /** @param isOpen whether trying again later still makes sense */
  async run(job: PendingJob, isOpen: () => boolean): Promise<void> {
    const deployment = this.#deployment();
    const { name, args, component = job.component } = job.document;
    const home = deployment.components.get(component);
    const fn = home?.find(name);
    if (!home || !fn || fn.kind === "query") {
      const error = `Could not find function for '${name}'.`;
      await this.#finish(job, { kind: "failed", error });
      return;
    }
    const target: FunctionTarget = { component: home, fn };
    const context = {
      deployment,
      caller: { kind: "system" as const },
      requestId: newRequestId(),
      startedAtMs: this.#services.clock.now(),
      jobId: job.id,
    };
    const call = { target, args, context };
    await (fn.kind === "mutation"
      ? this.#runMutation(job, call, isOpen)
      : this.#runAction(job, call));
  }

  async #runMutation(
    job: PendingJob,
    call: TargetCall,
    isOpen: () => boolean,
  ): Promise<void> {
    for (let backoffMs = FIRST_BACKOFF_MS; isOpen(); backoffMs *= 2) {
      const outcome = await this.#tryMutation(job, call);
      if (outcome.ok) return;
      if (outcome.failure.isConflict !== true) {
        await this.#finish(job, stateAfter(outcome));
        return;
      }
      const waitMs = Math.min(backoffMs, MAX_BACKOFF_MS);
      await wait(this.#services.timers, waitMs);
    }
  }

  async #tryMutation(
    job: PendingJob,
    call: TargetCall,
  ): Promise<MutationOutcome> {
    const { component, id } = job;
    const { clock } = this.#services;
    const outcome = await this.#transactions.runMutation(call, {
      before: (transaction) =>
        findJob(transaction, component, id)?.state.kind === "pending"
          ? null
          : SKIPPED,
      after: (transaction) => {
        const state = { kind: "success" as const };
        finishJob(transaction, component, id, state, clock.now());
      },
    });
    reportOutcome(this.#services, call, outcome);
    return outcome;
  }

  async #runAction(job: PendingJob, call: TargetCall): Promise<void> {
    const { component, id } = job;
    const { result: isPending } = await commitWithRetry(
      this.#services.database,
      (transaction) => {
        const current = findJob(transaction, component, id);
        if (current?.state.kind !== "pending") return false;
        startJob(transaction, component, id);
        return true;
      },
    );
    if (!isPending) return;
    const outcome = await this.#actions.runAction(call);
    reportOutcome(this.#services, call, outcome);
    await this.#finish(job, stateAfter(outcome));
  }

  /** Leaves jobs alone that somebody has cancelled meanwhile. */
  async #finish({ component, id }: PendingJob, state: JobState): Promise<void> {
    const { database, clock } = this.#services;
    await commitWithRetry(database, (transaction) => {
      const kind = findJob(transaction, component, id)?.state.kind;
      if (kind !== "pending" && kind !== "inProgress") return;
      finishJob(transaction, component, id, state, clock.now());
    });
  }
}

function stateAfter(result: FunctionResult): JobState {
  return result.ok
    ? { kind: "success" }
    : {
        kind: "failed",
        error: result.failure.message.slice(0, MAX_ERROR_LENGTH),
      };
}
