/**
 * The database as simple as can be: a map of documents that is copied for every
 * transaction, and scans that sort everything. What the real one must agree with.
 */
import { compareValues, type Value } from "convex/values";

export type Fields = Readonly<Record<string, Value | undefined>>;

export type NaiveDocument = {
  readonly id: string;
  readonly table: string;
  readonly creationTime: number;
  readonly fields: Fields;
};

export type NaiveState = ReadonlyMap<string, NaiveDocument>;

export type Bound = {
  readonly value: Value | undefined;
  readonly isInclusive: boolean;
};

/** Equalities on the index's first fields, then bounds on the next one. */
export type NaiveRange = {
  readonly equal: readonly (Value | undefined)[];
  readonly lower: Bound | null;
  readonly upper: Bound | null;
};

export type NaiveScan = {
  readonly table: string;
  readonly index: string;
  readonly range: NaiveRange;
  readonly order: "asc" | "desc";
};

/** The fields of every index that the model knows, by table. */
export const INDEXES: Record<string, Record<string, readonly string[]>> = {
  cats: {
    by_id: ["_id"],
    by_creation_time: ["_creationTime"],
    by_x: ["x", "_creationTime"],
    by_x_and_y: ["x", "o.y", "_creationTime"],
  },
  dogs: { by_id: ["_id"], by_creation_time: ["_creationTime"] },
};

type Cursor = NaiveScan & { lastTuple: Tuple | null; isDone: boolean };
type Tuple = readonly (Value | undefined)[];

export class NaiveTransaction {
  #state: Map<string, NaiveDocument>;
  readonly #savepoints: Map<string, NaiveDocument>[] = [];
  readonly #cursors: Cursor[] = [];

  constructor(state: NaiveState) {
    this.#state = new Map(state);
  }

  get state(): NaiveState {
    return this.#state;
  }

  get(id: string): NaiveDocument | null {
    return this.#state.get(id) ?? null;
  }

  put(document: NaiveDocument): void {
    this.#state.set(document.id, document);
  }

  /** @returns whether there was something to change */
  patch(id: string, fields: Fields): boolean {
    const before = this.#state.get(id);
    if (before === undefined) return false;
    const patched = { ...before.fields, ...fields };
    this.put({ ...before, fields: withoutUndefined(patched) });
    return true;
  }

  replace(id: string, fields: Fields): boolean {
    const before = this.#state.get(id);
    if (before === undefined) return false;
    this.put({ ...before, fields: withoutUndefined(fields) });
    return true;
  }

  remove(id: string): boolean {
    return this.#state.delete(id);
  }

  savepoint(): void {
    this.#savepoints.push(new Map(this.#state));
  }

  /** @returns whether there was a savepoint to go back to */
  rollback(): boolean {
    const state = this.#savepoints.pop();
    if (state === undefined) return false;
    this.#state = state;
    return true;
  }

  openScan(scan: NaiveScan): void {
    this.#cursors.push({ ...scan, lastTuple: null, isDone: false });
  }

  /** @returns the next document of the scan that was opened as `number`, or null */
  pull(number: number): NaiveDocument | null {
    const cursor = this.#cursors[number];
    if (cursor === undefined || cursor.isDone) return null;
    const rest = scanAll(this.#state, cursor).filter(
      (document) =>
        cursor.lastTuple === null ||
        compareInOrder(cursor, tupleOf(cursor, document), cursor.lastTuple) > 0,
    );
    const [next] = rest;
    if (next === undefined) cursor.isDone = true;
    else cursor.lastTuple = tupleOf(cursor, next);
    return next ?? null;
  }

  /** @returns whether what scan `number` has consumed covers `document` */
  covers(number: number, document: NaiveDocument): boolean {
    const cursor = this.#cursors[number];
    if (cursor === undefined || !isInScan(cursor, document)) return false;
    if (cursor.isDone) return true;
    if (cursor.lastTuple === null) return false;
    const tuple = tupleOf(cursor, document);
    return compareInOrder(cursor, tuple, cursor.lastTuple) <= 0;
  }
}

/** @returns every document that the scan finds, in its order */
export function scanAll(state: NaiveState, scan: NaiveScan): NaiveDocument[] {
  return [...state.values()]
    .filter((document) => isInScan(scan, document))
    .sort((a, b) => compareInOrder(scan, tupleOf(scan, a), tupleOf(scan, b)));
}

function isInScan(
  { table, index, range }: NaiveScan,
  document: NaiveDocument,
): boolean {
  if (document.table !== table) return false;
  const fields = INDEXES[table]?.[index] ?? [];
  const { equal, lower, upper } = range;
  const isEqual = equal.every(
    (value, i) => compareValues(fieldOf(document, fields[i]), value) === 0,
  );
  if (!isEqual) return false;
  const bounded = fieldOf(document, fields[equal.length]);
  return isAbove(bounded, lower, 1) && isAbove(bounded, upper, -1);
}

function isAbove(
  value: Value | undefined,
  bound: Bound | null,
  direction: 1 | -1,
): boolean {
  if (bound === null) return true;
  const order = compareValues(value, bound.value) * direction;
  return order > 0 || (order === 0 && bound.isInclusive);
}

function tupleOf({ table, index }: NaiveScan, document: NaiveDocument): Tuple {
  const fields = INDEXES[table]?.[index] ?? [];
  return [...fields.map((field) => fieldOf(document, field)), document.id];
}

function compareInOrder({ order }: NaiveScan, a: Tuple, b: Tuple): number {
  for (let i = 0; i < a.length; i++) {
    const compared = compareValues(a[i], b[i]);
    if (compared !== 0) return order === "asc" ? compared : -compared;
  }
  return 0;
}

function fieldOf(
  document: NaiveDocument,
  path: string | undefined,
): Value | undefined {
  if (path === "_id") return document.id;
  if (path === "_creationTime") return document.creationTime;
  let value: unknown = document.fields;
  for (const name of path?.split(".") ?? []) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value as Value | undefined;
}

/** @returns `all` without the fields that are undefined */
export function withoutUndefined(all: Fields): Fields {
  const entries = Object.entries(all);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}
