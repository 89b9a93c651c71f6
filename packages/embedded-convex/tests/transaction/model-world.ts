import assert from "node:assert/strict";
import { applySchema, openDatabase, settle } from "./fixtures";
import type { Value } from "convex/values";
import { ConflictError, UserError } from "../../src/base/errors";
import type { Document } from "../../src/index/document";
import type { MemoryDisk } from "../../src/storage/memory-store";
import { changedTable } from "../../src/transaction/changed-table";
import type { Database } from "../../src/transaction/database";
import type { Row } from "../../src/transaction/scan";
import type { Savepoint, Transaction } from "../../src/transaction/transaction";
import type { Id } from "../../src/values/ids";
import { afterPrefix, encodeKey, type KeyRange } from "../../src/values/keys";
import type { GatedStore } from "./gated-store";
import { SCHEMA, type Command, type Step } from "./model-commands";
import {
  INDEXES,
  NaiveTransaction,
  scanAll,
  withoutUndefined,
  type NaiveDocument,
  type NaiveRange,
  type NaiveState,
} from "./naive-model";

/** One transaction, real and naive, and what it has done so far. */
type Session = {
  readonly real: Transaction;
  naive: NaiveTransaction;
  readonly history: { step: Step; result: unknown }[];
  readonly savepoints: Savepoint[];
  readonly scans: Iterator<Row>[];
  /** Ids whose presence or absence was seen. */
  readonly points: Set<string>;
  beganAt: number;
};

/** The real database and the model, side by side. */
export class World {
  readonly #database: Database;
  readonly #store: GatedStore;
  readonly #disk: MemoryDisk;
  readonly #sessions = new Map<number, Session>();
  readonly #ids: Id[] = [];
  /** After each commit, in their order. */
  readonly #states: NaiveState[] = [new Map()];
  readonly #timestamps: bigint[];
  readonly #commits: Promise<bigint>[] = [];

  private constructor(database: Database, store: GatedStore, disk: MemoryDisk) {
    this.#database = database;
    this.#store = store;
    this.#disk = disk;
    this.#timestamps = [database.snapshot().ts];
  }

  static async open(): Promise<World> {
    const disk: MemoryDisk = new Map();
    const { database, store } = await openDatabase({ disk });
    await applySchema(database, "", SCHEMA);
    return new World(database, store, disk);
  }

  async run(each: Command): Promise<void> {
    switch (each.kind) {
      case "step":
        return this.#step(this.#sessionOf(each.session), each.step);
      case "commit":
        return this.#commit(each.session);
      case "abort":
        this.#sessions.get(each.session)?.real.close();
        this.#sessions.delete(each.session);
        return;
      case "refresh":
        return this.#refresh(each.session);
      case "hold":
        return this.#store.hold();
      case "release":
        this.#store.release();
        await settle();
        return;
      case "query":
        return this.#query();
    }
  }

  async checkEnd(): Promise<void> {
    this.#store.release();
    const timestamps = await Promise.all(this.#commits);
    assert.deepEqual(timestamps, this.#timestamps.slice(1));
    for (const { real } of this.#sessions.values()) real.close();
    this.#query();
    const tables = this.#database.tables("");
    const { ts } = this.#database.snapshot();
    await this.#database.close();
    const { database: reopened } = await openDatabase({ disk: this.#disk });
    assert.deepEqual(reopened.tables(""), tables);
    assert.equal(reopened.snapshot().ts, ts);
    checkState(reopened, lastOf(this.#states));
    await reopened.close();
  }

  #sessionOf(number: number): Session {
    let found = this.#sessions.get(number);
    if (found === undefined) {
      found = {
        real: this.#database.begin(),
        naive: new NaiveTransaction(lastOf(this.#states)),
        history: [],
        savepoints: [],
        scans: [],
        points: new Set(),
        beganAt: this.#states.length,
      };
      this.#sessions.set(number, found);
    }
    return found;
  }

  #step(session: Session, step: Step): void {
    const result = this.#stepForReal(session, step);
    assert.deepEqual(result, this.#stepNaively(session.naive, step, result));
    session.history.push({ step, result });
  }

  /** @returns everything that the step lets its caller see */
  #stepForReal(session: Session, step: Step): unknown {
    const { real, savepoints, scans, points } = session;
    switch (step.kind) {
      case "get":
      case "remove":
      case "patch":
      case "replace": {
        const id = this.#idAt(step.pick);
        if (id === null) return null;
        points.add(id);
        return { id, ...changeForReal(real, id, step) };
      }
      case "insert": {
        const id = real.insert("", step.table, step.fields);
        this.#ids.push(id);
        return naiveOf(step.table, real.get("", id));
      }
      case "openScan": {
        const { table: name, index, range, order } = step.scan;
        scans.push(real.scan("", name, index, keyRange(range), order));
        return null;
      }
      case "pull": {
        const number = step.pick % Math.max(1, scans.length);
        const rows = [];
        for (let i = 0; i < step.rows; i++) {
          const row = scans[number]?.next();
          rows.push(row === undefined || row.done ? null : row.value.document);
        }
        return { number, ids: rows.map((row) => row?.id ?? null) };
      }
      case "savepoint":
        savepoints.push(real.savepoint());
        return null;
      case "rollback": {
        const savepoint = savepoints.pop();
        if (savepoint !== undefined) real.rollback(savepoint);
        return savepoint !== undefined;
      }
    }
  }

  /** The same on the model; ids are those that the real step gave out. */
  #stepNaively(naive: NaiveTransaction, step: Step, real: unknown): unknown {
    switch (step.kind) {
      case "get":
      case "remove":
      case "patch":
      case "replace": {
        if (real === null) return null;
        const { id } = real as { id: string };
        return { id, ...changeNaively(naive, id, step) };
      }
      case "insert": {
        const { id, creationTime } = real as NaiveDocument;
        const inserted = { id, creationTime, table: step.table };
        naive.put({ ...inserted, fields: withoutUndefined(step.fields) });
        return naive.get(id);
      }
      case "openScan":
        naive.openScan(step.scan);
        return null;
      case "pull": {
        const { number } = real as { number: number };
        const ids = Array.from(
          { length: step.rows },
          () => naive.pull(number)?.id ?? null,
        );
        return { number, ids };
      }
      case "savepoint":
        naive.savepoint();
        return null;
      case "rollback":
        return naive.rollback();
    }
  }

  async #commit(number: number): Promise<void> {
    const session = this.#sessions.get(number);
    if (session === undefined) return;
    this.#sessions.delete(number);
    this.#checkComparison(session);
    const committed = this.#database.commit(session.real);
    const refusal = await refusalOf(committed);
    if (session.real.workspace.summary().length === 0) {
      assert.equal(refusal, null);
      return;
    }
    assert.equal(refusal !== null, this.#mustConflict(session));
    if (refusal !== null) {
      assert.ok(refusal instanceof ConflictError);
      return;
    }
    this.#commits.push(committed);
    this.#states.push(this.#replay(session).state);
    this.#timestamps.push(this.#database.begin().beginTs);
  }

  /** Does everything again on the latest state, with the same results. */
  #replay({ history }: Session): NaiveTransaction {
    const naive = new NaiveTransaction(lastOf(this.#states));
    for (const { step, result } of history) {
      assert.deepEqual(result, this.#stepNaively(naive, step, result));
    }
    return naive;
  }

  /**
   * Comparing states finds every conflict but those that came and went. What a query
   * has read is current unless it would conflict, as soon as all commits are on disk.
   */
  #checkComparison(session: Session): void {
    const { reads, workspace, beginTs } = session.real;
    const latest = this.#database.begin().workspace.base;
    if (this.#database.snapshot().ts === this.#timestamps.at(-1)) {
      const isCurrent = this.#database.isCurrent(reads, beginTs);
      assert.equal(isCurrent, !this.#mustConflict(session));
    }
    if (changedTable(reads, workspace.base, latest) === null) {
      this.#replay(session);
    } else {
      assert.equal(this.#mustConflict(session), true);
    }
  }

  /** A refused session is left to its commit, which is refused as well. */
  #refresh(number: number): void {
    const session = this.#sessions.get(number);
    if (session === undefined) return;
    const mustConflict = this.#mustConflict(session);
    try {
      this.#database.refresh(session.real);
      assert.equal(mustConflict, false);
    } catch (error) {
      assert.ok(error instanceof ConflictError);
      assert.equal(mustConflict, true);
      return;
    }
    if (session.real.workspace.writeCount > 0) return;
    session.naive = this.#replay(session);
    session.beganAt = this.#states.length;
  }

  /** Whether a commit since the session began changed what it consumed. */
  #mustConflict({ beganAt, points, naive, scans }: Session): boolean {
    for (let i = beganAt; i < this.#states.length; i++) {
      const before = this.#states[i - 1] ?? new Map();
      const after = this.#states[i] ?? new Map();
      for (const id of new Set([...before.keys(), ...after.keys()])) {
        const versions = [before.get(id), after.get(id)];
        if (versions[0] === versions[1]) continue;
        if (points.has(id)) return true;
        for (const version of versions) {
          if (version === undefined) continue;
          if (scans.some((_, n) => naive.covers(n, version))) return true;
        }
      }
    }
    return false;
  }

  #query(): void {
    const { ts } = this.#database.snapshot();
    const state = this.#states[this.#timestamps.indexOf(ts)];
    if (state === undefined) throw new Error(`no commit at ${ts}`);
    checkState(this.#database, state);
  }

  #idAt(position: number): Id | null {
    return this.#ids[position % Math.max(1, this.#ids.length)] ?? null;
  }
}

type Change = Extract<Step, { pick: number }>;

function changeForReal(real: Transaction, id: Id, step: Change): object {
  const name = real.tableOfId("", id)?.name ?? "";
  try {
    switch (step.kind) {
      case "get":
        return { document: naiveOf(name, real.get("", id)) };
      case "remove":
        real.remove("", id);
        return { isChanged: true };
      case "patch":
        real.patch("", id, step.fields);
        return { isChanged: true };
      case "replace":
        real.replace("", id, step.fields);
        return { isChanged: true };
      case "pull":
        return {};
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    assert.match(error.message, /on nonexistent document/);
    return { isChanged: false };
  }
}

function changeNaively(
  naive: NaiveTransaction,
  id: string,
  step: Change,
): object {
  switch (step.kind) {
    case "get":
      return { document: naive.get(id) };
    case "remove":
      return { isChanged: naive.remove(id) };
    case "patch":
      return { isChanged: naive.patch(id, step.fields) };
    case "replace":
      return { isChanged: naive.replace(id, step.fields) };
    case "pull":
      return {};
  }
}

/** Every index of the newest state on disk holds exactly what `state` does. */
function checkState(database: Database, state: NaiveState): void {
  const real = database.beginRead();
  const range: NaiveRange = { equal: [], lower: null, upper: null };
  for (const [name, indexes] of Object.entries(INDEXES)) {
    for (const index of Object.keys(indexes)) {
      const expected = { table: name, index, range, order: "asc" as const };
      const scanned = [
        ...real.scan("", name, index, keyRange(range), "asc"),
      ].map((row) => naiveOf(name, row.document));
      assert.deepEqual(scanned, scanAll(state, expected));
    }
    const size = [...state.values()].filter((each) => each.table === name);
    assert.equal(real.count("", name), size.length);
  }
  real.close();
}

/** As the functions layer makes a range of keys from a query's range. */
function keyRange({ equal, lower, upper }: NaiveRange): KeyRange {
  const prefix = encodeKey(equal);
  const at = (value: Value | undefined) => encodeKey([...equal, value]);
  const lo =
    lower === null
      ? prefix
      : lower.isInclusive
        ? at(lower.value)
        : afterPrefix(at(lower.value));
  const hi =
    upper === null
      ? afterPrefix(prefix)
      : upper.isInclusive
        ? afterPrefix(at(upper.value))
        : at(upper.value);
  return { lo, hi };
}

function naiveOf(
  name: string,
  document: Document | null,
): NaiveDocument | null {
  if (document === null) return null;
  const { id, creationTime } = document;
  const { _id, _creationTime, ...rest } = document.value;
  assert.deepEqual([_id, _creationTime], [id, creationTime]);
  return { id, creationTime, table: name, fields: rest };
}

/** @returns why the commit was refused; null when it waits for the disk or is done */
async function refusalOf(committed: Promise<bigint>): Promise<unknown> {
  let refusal: unknown = null;
  committed.catch((error: unknown) => {
    refusal = error;
  });
  await settle();
  return refusal;
}

function lastOf(states: readonly NaiveState[]): NaiveState {
  const last = states.at(-1);
  if (last === undefined) throw new Error("no states");
  return last;
}
