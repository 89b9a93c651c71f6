import { jsonToConvex, type Value } from "convex/values";
import type { Clock } from "../../base/clock";
import { MAX_DOCUMENT_BYTES } from "../../base/limits";
import { withCommitTs } from "../../index/document";
import type { Database } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import {
  encodeKey,
  MIN_KEY,
  prefixRange,
  WHOLE_RANGE,
  type KeyRange,
} from "../../values/keys";
import type {
  MutationOutcome,
  SessionRequest,
} from "../calls/call-and-outcome";
import { removeRows, SESSION_REQUESTS } from "../app/function-tables";
import type { MutationHooks } from "./transaction-runner";

const INDEX = "by_session_and_request";
const SYSTEM = { system: true };
const KEEP_MS = 14 * 24 * 60 * 60 * 1000;
/** About 70 MB; bounds the memory that clients with many requests can use. */
const KEEP_IN_ALL = 100_000;
const PRUNE_BATCH = 512;
const RECORDED_BETWEEN_PRUNES = 4096;
/** Leaves room in the document for the other fields. */
const MAX_RESULT_LENGTH = MAX_DOCUMENT_BYTES / 4;

const COMMIT_TS = jsonToConvex({ $commitTs: null });

/**
 * Records which session requests have run. The record is part of the mutation's
 * own commit, so that neither can exist without the other. Failed mutations are
 * not recorded, and run again when resent.
 */
export class SessionRequests {
  #recorded = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keepInAll = KEEP_IN_ALL,
  ) {}

  /** @returns hooks that answer a resent request from its record */
  hooks(request: SessionRequest): MutationHooks {
    return {
      before: (transaction) => findOutcome(transaction, request),
      after: (transaction, valueText, logLines) =>
        this.#record(transaction, request, valueText, logLines),
    };
  }

  /** Deletes records older than 14 days, then the oldest beyond the limit. */
  async prune(): Promise<void> {
    const hi = encodeKey([this.clock.now() - KEEP_MS]);
    const old = { lo: MIN_KEY, hi };
    while ((await this.#removeFirst(old, PRUNE_BATCH)) === PRUNE_BATCH);
    await this.#pruneExcess();
  }

  #record(
    transaction: Transaction,
    { sessionId, requestId }: SessionRequest,
    valueText: string,
    logLines: string[],
  ): void {
    const isTooLarge = valueText.length > MAX_RESULT_LENGTH;
    const fields: Record<string, Value> = {
      sessionId,
      requestId,
      result: isTooLarge ? null : valueText,
      logLines: isTooLarge ? [] : boundedLines(logLines),
      ts: COMMIT_TS,
    };
    transaction.insert("", SESSION_REQUESTS, fields, SYSTEM);
    if (++this.#recorded % RECORDED_BETWEEN_PRUNES !== 0) return;
    // A later pruning finds the records again, at the latest by their age.
    void this.#pruneExcess().catch(() => undefined);
  }

  async #pruneExcess(): Promise<void> {
    for (;;) {
      const count = this.database.read((transaction) =>
        transaction.count("", SESSION_REQUESTS),
      );
      const excess = count - this.keepInAll;
      if (excess <= 0) return;
      await this.#removeFirst(WHOLE_RANGE, Math.min(excess, PRUNE_BATCH));
    }
  }

  #removeFirst(range: KeyRange, max: number): Promise<number> {
    const index = "by_creation_time";
    return removeRows(this.database, "", SESSION_REQUESTS, index, range, max);
  }
}

function findOutcome(
  transaction: Transaction,
  { sessionId, requestId }: SessionRequest,
): MutationOutcome | null {
  const range = prefixRange([sessionId, requestId]);
  const rows = transaction.scan("", SESSION_REQUESTS, INDEX, range);
  const row = rows.next();
  if (row.done === true) return null;
  const { result, logLines, ts } = row.value.document.value;
  const isKnown = typeof result === "string" && typeof ts === "bigint";
  if (!isKnown || !Array.isArray(logLines)) {
    const message =
      "The mutation has run, but its result was too large to be kept for a second answer";
    return { ok: false, failure: { message }, logLines: [], ts: null };
  }
  const valueText = withCommitTs(result, ts);
  return { ok: true, valueText, logLines: logLines.map(String), ts };
}

function boundedLines(logLines: string[]): string[] {
  let length = 0;
  return logLines.filter((line) => (length += line.length) < MAX_RESULT_LENGTH);
}
