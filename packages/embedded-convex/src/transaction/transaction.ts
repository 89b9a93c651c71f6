/**
 * A view of the database at one snapshot, plus the changes made through it,
 * which are visible to others only after `Database.commit`.
 */
import { UserError } from "../base/errors";
import {
  decodeFields,
  encodeDocument,
  type Document,
  type DocumentJson,
  type Fields,
} from "../index/document";
import { checkTableName, type SystemTableSchema } from "../index/schema";
import {
  BY_ID,
  defineTable,
  indexPosition,
  isSystemTable,
  type TableDefinition,
} from "../index/table-definition";
import { versionOf, type Version } from "../index/table-state";
import {
  newId,
  parseId,
  tableNumberIn,
  tableNumberOf,
  type Id,
} from "../values/ids";
import { MAX_RESULTS, rank, type TextQuery } from "../search/ranking";
import {
  encodeKey,
  isInRange,
  WHOLE_RANGE,
  type KeyRange,
} from "../values/keys";
import type { TableLookup } from "../values/validators";
import { checkFields, withoutSystemFields } from "./check-fields";
import { Metrics } from "./metrics";
import { ReadSet } from "./read-set";
import { Scan, type Order, type Row } from "./scan";
import type { Snapshot } from "./snapshot";
import { createTable, tablesIndexKey } from "./table-creation";
import { FIRST_USER_NUMBER } from "./fixed-tables";
import { Workspace } from "./workspace";

export type { Fields };

/** A point in a transaction to roll back to. */
export type Savepoint = ReturnType<Transaction["savepoint"]>;

/** The parts of a table's definition that callers may use. */
type TableHandle = Pick<TableDefinition, "name" | "number" | "isSystem">;

/** `system` permits writes to system tables. */
type WriteOptions = { readonly system?: boolean };

/** What the database gives each transaction. */
type TransactionSource = {
  readonly isReadOnly: boolean;
  /** Whether messages leave out values, which may be secrets. */
  readonly hidesValues: boolean;
  /** The backend's declarations of system tables, by name. */
  readonly systemTables: ReadonlyMap<string, SystemTableSchema>;
  /** Milliseconds since the epoch, strictly increasing. */
  nextCreationTime(): number;
  /** Called once. */
  onClose(transaction: Transaction): void;
};

const NO_OPTIONS: WriteOptions = {};

/** System tables that functions may read; Convex's errors for writes name them. */
export const READABLE_SYSTEM_TABLES: ReadonlySet<string> = new Set([
  "_storage",
  "_scheduled_functions",
]);

type Target = { slot: number; before: Version; json: DocumentJson };

export class Transaction {
  readonly reads = new ReadSet();
  readonly metrics = new Metrics(() => this.reads.countIntervals());
  /** For the committer and schema changes; others use the methods below. */
  readonly workspace: Workspace;
  #catalogReads: Set<string> | null = null;
  #isClosed = false;

  constructor(
    base: Snapshot,
    private readonly source: TransactionSource,
  ) {
    this.workspace = new Workspace(base);
  }

  /** Timestamp of the snapshot that is read, nanoseconds since the epoch. */
  get beginTs(): bigint {
    return this.workspace.base.ts;
  }

  /** Whether this is a query's transaction. */
  get isReadOnly(): boolean {
    return this.source.isReadOnly;
  }

  /** Whether what is said of a value must not quote it. */
  get hidesValues(): boolean {
    return this.source.hidesValues;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  table(component: string, name: string): TableHandle | null {
    const slot = this.#slotOfName(component, name);
    return slot === null ? null : this.workspace.definition(slot);
  }

  /**
   * @returns the table that `idText` belongs to; null when it is not a valid id
   *   or no table has its number
   */
  tableOfId(component: string, idText: string): TableHandle | null {
    const number = tableNumberIn(idText);
    if (number === null) return null;
    const slot = this.#slotOfNumber(component, number);
    return slot === null ? null : this.workspace.definition(slot);
  }

  nameOfTable(component: string, number: number): string | null {
    const slot = this.#slotOfNumber(component, number);
    return slot === null ? null : this.workspace.definition(slot).name;
  }

  /** @returns `idText` as an id of `table`, or null when it is not one */
  normalizeId(component: string, table: string, idText: string): Id | null {
    const id = parseId(idText);
    if (id === null) return null;
    const slot = this.#slotOfNumber(component, tableNumberOf(id));
    if (slot === null) return null;
    return this.workspace.definition(slot).name === table ? id : null;
  }

  get(component: string, id: Id): Document | null {
    const slot = this.#slotOfNumber(component, tableNumberOf(id));
    return slot === null ? null : this.#read(slot, id);
  }

  /**
   * @param range of the index's keys; all by default
   * @returns an iterator that reads lazily; empty for an unknown table
   * @throws UserError for an unknown index
   */
  scan(
    component: string,
    table: string,
    indexName: string,
    range: KeyRange = WHOLE_RANGE,
    order: Order = "asc",
  ): IterableIterator<Row> {
    const slot = this.#slotOfName(component, table);
    if (slot === null) return [][Symbol.iterator]();
    const definition = this.workspace.definition(slot);
    const position = indexPosition(definition, indexName);
    const source = {
      table: () => {
        this.#assertOpen();
        return this.workspace.table(slot);
      },
      metrics: this.metrics,
      reads: this.reads,
    };
    return new Scan(source, definition, position, range, order);
  }

  /**
   * Searches when the first row is asked for. The result becomes stale by changes of
   * documents with the words, not by those that only change how rare the words are.
   *
   * @param within of the rows' keys, which ascend from the best
   * @returns the best rows; reading beyond 1024 throws UserError
   */
  *search(
    component: string,
    tableName: string,
    indexName: string,
    query: TextQuery,
    within: KeyRange,
  ): IterableIterator<Row> {
    const slot = this.#slotOfName(component, tableName);
    if (slot === null) return;
    const table = this.workspace.table(slot);
    const { definition, count: documents } = table;
    const position = indexPosition(definition, indexName, true);
    const words = table.wordCount(position);
    this.metrics.countRange(definition);
    for (const range of query.words) {
      this.reads.add(definition.indexes[position]?.key ?? "", range);
    }
    const rows = rank(query, table.tree(position), { documents, words }).filter(
      ({ key }) => isInRange(within, key),
    );
    for (const row of rows) {
      this.#assertOpen();
      this.metrics.countRead(definition, row.document);
      yield row;
    }
    if (rows.length < MAX_RESULTS) return;
    throw new UserError(
      `Search query scanned too many documents (fetched ${MAX_RESULTS}). Consider using a smaller limit, paginating the query, or using a filter field to limit the number of documents pulled from the search index.`,
    );
  }

  /**
   * @returns paths of the fields that a query of the index may constrain, in
   *   order
   * @throws UserError for an unknown index
   */
  indexFields(
    component: string,
    table: string,
    indexName: string,
    isText = false,
  ): readonly string[] {
    const slot = this.#slotOfName(component, table);
    // A table that does not exist yet has the built-in indexes.
    const definition =
      slot === null
        ? defineTable(component, table, FIRST_USER_NUMBER, null)
        : this.workspace.definition(slot);
    const position = indexPosition(definition, indexName, isText);
    return definition.indexes[position]?.fields ?? [];
  }

  /** @returns the table's number of documents; 0 for an unknown table */
  count(component: string, table: string): number {
    const slot = this.#slotOfName(component, table);
    if (slot === null) return 0;
    const { definition, count } = this.workspace.table(slot);
    this.metrics.countRange(definition);
    this.reads.add(byIdKey(definition), WHOLE_RANGE);
    return count;
  }

  nextCreationTime(): number {
    return this.source.nextCreationTime();
  }

  /**
   * Inserts a document; creates the table if it does not exist.
   *
   * @returns its id
   * @throws UserError when the document or the table's name is not allowed
   */
  insert(
    component: string,
    table: string,
    fields: Fields,
    options: WriteOptions = NO_OPTIONS,
  ): Id {
    this.#assertWritable(table, options);
    if (fields["_id"] !== undefined || fields["_creationTime"] !== undefined) {
      throw new UserError(
        `A new document in table "${table}" cannot bring its own _id or _creationTime`,
      );
    }
    const creationTime = this.nextCreationTime();
    const slot = this.ensureTable(component, table);
    const { number } = this.workspace.definition(slot);
    const id = newId(number, creationTime);
    this.#write(slot, null, id, creationTime, fields);
    return id;
  }

  /**
   * Changes the given fields; an undefined one is removed.
   *
   * @returns the new version of the document
   * @throws UserError when it does not exist, or the new version is not allowed
   */
  patch(
    component: string,
    id: Id,
    fields: Fields,
    options: WriteOptions = NO_OPTIONS,
  ): Document {
    const target = this.#target("Update", component, id, options);
    const { slot, before, json } = target;
    const changed = withoutSystemFields(before.document, fields);
    const patched = { ...decodeFields(json), ...changed };
    return this.#write(slot, before, id, before.document.creationTime, patched);
  }

  /**
   * Replaces all of the user's fields.
   *
   * @returns the new version of the document
   * @throws UserError when it does not exist, or the new version is not allowed
   */
  replace(
    component: string,
    id: Id,
    fields: Fields,
    options: WriteOptions = NO_OPTIONS,
  ): Document {
    const { slot, before } = this.#target("Replace", component, id, options);
    const replaced = withoutSystemFields(before.document, fields);
    return this.#write(
      slot,
      before,
      id,
      before.document.creationTime,
      replaced,
    );
  }

  /**
   * @returns the deleted document
   * @throws UserError when it does not exist
   */
  remove(
    component: string,
    id: Id,
    options: WriteOptions = NO_OPTIONS,
  ): Document {
    const { slot, before } = this.#target("Delete", component, id, options);
    this.metrics.countWrite(this.workspace.definition(slot), 0);
    this.workspace.write({ slot, before, after: null });
    return before.document;
  }

  /** Marks a point to roll back to, for a nested mutation that may fail. */
  savepoint() {
    const { documentsWritten, bytesWritten } = this.metrics;
    const written = { documentsWritten, bytesWritten };
    return { workspace: this.workspace.savepoint(), written };
  }

  /** Undoes every write since the savepoint; the read set stays. */
  rollback({ workspace, written }: Savepoint): void {
    this.#assertOpen();
    this.workspace.rollback(workspace);
    Object.assign(this.metrics, written);
  }

  /** Ends the transaction and discards uncommitted writes. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.source.onClose(this);
  }

  /**
   * Creates a table unless it exists.
   *
   * @returns its slot
   * @throws UserError when the name is not allowed
   */
  ensureTable(component: string, name: string): number {
    return (
      this.workspace.catalog.slotOfName(component, name) ??
      this.#create(component, name)
    );
  }

  /** @returns the table numbers of `component`, for validators */
  tableLookup(component: string): TableLookup {
    return new ComponentTables(this, component);
  }

  #slotOfName(component: string, name: string): number | null {
    this.#assertOpen();
    const slot = this.workspace.catalog.slotOfName(component, name);
    if (slot === undefined) this.#readCatalog(component);
    return slot ?? null;
  }

  #slotOfNumber(component: string, number: number): number | null {
    this.#assertOpen();
    const slot = this.workspace.catalog.slotOfNumber(component, number);
    if (slot === undefined) this.#readCatalog(component);
    return slot ?? null;
  }

  /** A read of a missing table becomes stale when any table is created. */
  #readCatalog(component: string): void {
    this.#catalogReads ??= new Set();
    if (this.#catalogReads.has(component)) return;
    this.#catalogReads.add(component);
    this.reads.add(tablesIndexKey(component), WHOLE_RANGE);
  }

  #read(slot: number, id: Id): Document | null {
    const table = this.workspace.table(slot);
    const { definition } = table;
    this.metrics.countRange(definition);
    const key = encodeKey([id]);
    this.reads.addKey(byIdKey(definition), key);
    const document = table.tree(BY_ID).get(key) ?? null;
    if (document !== null) this.metrics.countRead(definition, document);
    return document;
  }

  #target(
    verb: string,
    component: string,
    id: Id,
    options: WriteOptions,
  ): Target {
    const slot = this.#slotOfNumber(component, tableNumberOf(id));
    const document = slot === null ? null : this.#read(slot, id);
    if (slot === null || document === null) {
      throw new UserError(`${verb} on nonexistent document ID ${id}`);
    }
    const definition = this.workspace.definition(slot);
    this.#assertWritable(definition.name, options);
    const json = document.json();
    return { slot, before: versionOf(definition, document, json), json };
  }

  #write(
    slot: number,
    before: Version | null,
    id: Id,
    creationTime: number,
    fields: Fields,
  ): Document {
    const definition = this.workspace.definition(slot);
    const lookup = this.tableLookup(definition.component);
    const bytes = checkFields(definition, fields, lookup);
    this.metrics.countWrite(definition, bytes);
    const { document, json } = encodeDocument(id, creationTime, fields, bytes);
    const after = versionOf(definition, document, json, before);
    this.workspace.write({ slot, before, after });
    return document;
  }

  #create(component: string, name: string): number {
    if (!isSystemTable(name)) checkTableName(name);
    this.#readCatalog(component);
    const schema = this.source.systemTables.get(name) ?? null;
    return createTable(this, component, name, schema);
  }

  #assertOpen(): void {
    if (!this.#isClosed) return;
    throw new UserError(
      "The database was used after the function had finished",
    );
  }

  #assertWritable(table: string, { system = false }: WriteOptions): void {
    this.#assertOpen();
    if (this.source.isReadOnly) {
      throw new UserError("A query cannot write to the database");
    }
    if (isSystemTable(table) && !system) {
      const isShown = READABLE_SYSTEM_TABLES.has(table);
      throw new UserError(
        isShown
          ? `${table} is a read-only table`
          : `Invalid table name ${table} starts with metadata prefix '_'`,
      );
    }
  }
}

/**
 * A component's tables as a transaction sees them. It is no object literal with a
 * getter: V8 gives each of those a hidden class of its own, which keeps the
 * transaction and its snapshot in memory until the next full collection.
 */
class ComponentTables implements TableLookup {
  constructor(
    private readonly transaction: Transaction,
    private readonly component: string,
  ) {}

  get hidesValues(): boolean {
    return this.transaction.hidesValues;
  }

  get catalog(): object {
    return this.transaction.workspace.catalog;
  }

  nameOfTable(number: number): string | null {
    return this.transaction.nameOfTable(this.component, number);
  }
}

function byIdKey(definition: TableDefinition): string {
  return definition.indexes[BY_ID]?.key ?? "";
}
