/**
 * A view of the database at one moment, plus the changes made through it, which
 * nobody else sees before `Database.commit`. Tables are shared with the snapshot
 * until the first write to them, then cloned.
 */
import type { Value } from "convex/values";
import { UserError } from "../base/errors";
import { Document } from "../index/document";
import { formatIndexKey } from "../index/index-key";
import { checkTableName, type TableSchema } from "../index/schema";
import {
  BY_ID,
  defineTable,
  isSystemTable,
  type TableDefinition,
} from "../index/table-definition";
import { TableState } from "../index/table-state";
import { checkDocument } from "../values/document-limits";
import {
  decodeId,
  newId,
  parseId,
  tableNumberOf,
  type Id,
} from "../values/ids";
import { encodeKey, WHOLE_RANGE, type KeyRange } from "../values/keys";
import type { TableLookup } from "../values/validators";
import type { Catalog } from "./catalog";
import { Metrics } from "./metrics";
import { ReadSet } from "./read-set";
import { Scan, type Order, type Row } from "./scan";
import type { Snapshot } from "./snapshot";
import {
  FIRST_SYSTEM_NUMBER,
  FIRST_USER_NUMBER,
  fixedTables,
  TABLES_TABLE,
} from "./system-tables";
import { WriteSet, type Version, type Write } from "./write-set";

/** What there is to know about a table. */
export type TableHandle = {
  readonly name: string;
  readonly number: number;
  readonly isSystem: boolean;
};

/** A moment in a transaction to which it can go back. */
export type Savepoint = {
  readonly writes: number;
  readonly catalog: Catalog;
  readonly tableCount: number;
};

/** `system` allows writes to tables whose names start with `_`. */
export type WriteOptions = { readonly system?: boolean };

/** Fields to write; undefined ones are left out. */
export type Fields = Readonly<Record<string, Value | undefined>>;

/** What a transaction takes from the database that began it. */
export type TransactionSource = {
  readonly isReadOnly: boolean;
  /** Milliseconds since the epoch, greater than ever before. */
  nextCreationTime(): number;
  /** What the engine declares for its own tables, by name. */
  readonly systemTables: ReadonlyMap<string, TableSchema>;
  /** Called once. */
  onClose(transaction: Transaction): void;
};

export class Transaction {
  /** The snapshot that is read. */
  readonly base: Snapshot;
  readonly reads = new ReadSet();
  readonly writes = new WriteSet();
  readonly metrics = new Metrics();
  readonly #source: TransactionSource;
  #catalog: Catalog;
  /** By slot; the snapshot's own list until the first write. */
  #tables: readonly TableState[];
  #catalogReads: Set<string> | null = null;
  #isClosed = false;

  constructor(base: Snapshot, source: TransactionSource) {
    this.base = base;
    this.#source = source;
    this.#catalog = base.catalog;
    this.#tables = base.tables;
  }

  /** Timestamp of the snapshot that is read, nanoseconds since the epoch. */
  get beginTs(): bigint {
    return this.base.ts;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The tables as they are now. */
  get catalog(): Catalog {
    return this.#catalog;
  }

  /** The tables' contents as they are now, by slot. */
  get tables(): readonly TableState[] {
    return this.#tables;
  }

  /** @returns the table, or null when there is none of that name */
  table(component: string, name: string): TableHandle | null {
    return this.#find(component, name)?.definition ?? null;
  }

  /** @returns the table that `idText` belongs to; null when it is no id or no table has its number */
  tableOfId(component: string, idText: string): TableHandle | null {
    this.#assertOpen();
    const id = decodeId(idText);
    if (id === null) return null;
    return this.#findNumber(component, id.tableNumber)?.definition ?? null;
  }

  /** @returns `idText` as an id of `table`, or null when it is not one */
  normalizeId(component: string, table: string, idText: string): Id | null {
    const id = parseId(idText);
    if (id === null) return null;
    return this.tableOfId(component, id)?.name === table ? id : null;
  }

  /** @returns the document, or null when there is none (any more) */
  get(component: string, id: Id): Document | null {
    this.#assertOpen();
    const table = this.#findNumber(component, tableNumberOf(id));
    return table === null ? null : this.#read(table, id);
  }

  /**
   * @param range of the index's keys
   * @returns an iterator that reads as far as it is pulled; nothing for an unknown table
   * @throws UserError for an unknown index
   */
  scan(
    component: string,
    table: string,
    indexName: string,
    range: KeyRange,
    order: Order,
  ): IterableIterator<Row> {
    const definition = this.#find(component, table)?.definition;
    if (definition === undefined) return emptyScan();
    const slot = this.#slotOf(definition);
    const position = indexPosition(definition, indexName);
    const index = definition.indexes[position];
    const host = {
      table: () => {
        this.#assertOpen();
        return this.#tableAt(slot);
      },
      onStart: (interval: Parameters<ReadSet["addInterval"]>[1]) => {
        this.metrics.countRange(definition);
        if (index !== undefined) this.reads.addInterval(index.key, interval);
      },
      onRow: (document: Document) => {
        this.metrics.countRead(definition, document);
      },
    };
    return new Scan(host, position, range, order);
  }

  /**
   * @returns paths of the fields that a range of the index may speak of, in order
   * @throws UserError for an unknown index
   */
  indexFields(
    component: string,
    table: string,
    indexName: string,
  ): readonly string[] {
    const definition =
      this.#find(component, table)?.definition ??
      defineTable(component, table, FIRST_USER_NUMBER, null);
    const position = indexPosition(definition, indexName);
    return definition.indexes[position]?.fields ?? [];
  }

  /** @returns how many documents the table holds; 0 for an unknown table */
  count(component: string, table: string): number {
    const state = this.#find(component, table);
    if (state === null) return 0;
    this.metrics.countRange(state.definition);
    this.reads.add(indexKeyOf(state.definition, BY_ID), WHOLE_RANGE);
    return state.count;
  }

  /**
   * Adds a document; makes the table if there is none of that name.
   *
   * @returns its id
   * @throws UserError when the document or the table is not allowed
   */
  insert(
    component: string,
    table: string,
    fields: Fields,
    options: WriteOptions = {},
  ): Id {
    this.#assertWritable(table, options);
    if (fields["_id"] !== undefined || fields["_creationTime"] !== undefined) {
      throw new UserError(
        "SystemFieldsNotAllowed",
        `A new document in table "${table}" cannot bring its own _id or _creationTime`,
      );
    }
    const slot = this.#slotForInsert(component, table);
    const { definition } = this.#tableAt(slot);
    const creationTime = this.#source.nextCreationTime();
    const id = newId(definition.number, creationTime);
    this.#write(slot, null, id, creationTime, fields);
    return id;
  }

  /**
   * Changes some fields; an undefined one goes away.
   *
   * @returns the document as it is now
   * @throws UserError when there is none, or it would not be allowed
   */
  patch(
    component: string,
    id: Id,
    fields: Fields,
    options: WriteOptions = {},
  ): Document {
    const { slot, before } = this.#existing("Update", component, id, options);
    const patched = {
      ...before.fields,
      ...withoutSystemFields(before, fields),
    };
    return this.#write(slot, before, id, before.creationTime, patched);
  }

  /**
   * Changes all fields.
   *
   * @returns the document as it is now
   * @throws UserError when there is none, or it would not be allowed
   */
  replace(
    component: string,
    id: Id,
    fields: Fields,
    options: WriteOptions = {},
  ): Document {
    const { slot, before } = this.#existing("Replace", component, id, options);
    const replaced = withoutSystemFields(before, fields);
    return this.#write(slot, before, id, before.creationTime, replaced);
  }

  /**
   * @returns the document as it was
   * @throws UserError when there is none
   */
  remove(component: string, id: Id, options: WriteOptions = {}): Document {
    const { slot, before } = this.#existing("Delete", component, id, options);
    const table = this.#ownTable(slot);
    this.metrics.countWrite(table.definition, 0);
    this.#apply({ slot, before: versionOf(table, before), after: null });
    return before;
  }

  /** Marks a moment to go back to, for a nested mutation that may fail. */
  savepoint(): Savepoint {
    return {
      writes: this.writes.size,
      catalog: this.#catalog,
      tableCount: this.#tables.length,
    };
  }

  /** Takes back every write since `savepoint`; what was read stays read. */
  rollback(savepoint: Savepoint): void {
    this.#assertOpen();
    this.writes.rollback(savepoint.writes, ({ slot, before, after }) => {
      const table = this.#ownTable(slot);
      if (after !== null) table.remove(after.keys);
      if (before !== null) table.put(before.keys, before.document);
    });
    this.#catalog = savepoint.catalog;
    this.#tables = this.#tables.slice(0, savepoint.tableCount);
  }

  /** Ends the transaction; uncommitted writes are gone. Safe to call twice. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#source.onClose(this);
  }

  /**
   * Makes sure that a table exists.
   *
   * @returns its slot
   */
  ensureTable(component: string, name: string): number {
    return (
      this.#catalog.slotOfName(component, name) ?? this.#create(component, name)
    );
  }

  /** Puts other declared indexes and another validator on the table in `slot`. */
  redefineTable(slot: number, definition: TableDefinition): void {
    const tables = [...this.#tables];
    tables[slot] = this.#tableAt(slot).redefine(definition, this);
    this.#tables = tables;
    if (this.#catalog.schemaVersion === this.base.catalog.schemaVersion) {
      this.#catalog = this.#catalog.withNextSchema();
    }
  }

  /** @returns how ids are looked up when values are checked in `component` */
  tableLookup(component: string): TableLookup {
    return {
      nameOfTable: (number) =>
        this.#findNumber(component, number)?.definition.name ?? null,
    };
  }

  #find(component: string, name: string): TableState | null {
    this.#assertOpen();
    const slot = this.#catalog.slotOfName(component, name);
    if (slot !== undefined) return this.#tableAt(slot);
    this.#readCatalog(component);
    return null;
  }

  #findNumber(component: string, number: number): TableState | null {
    const slot = this.#catalog.slotOfNumber(component, number);
    if (slot !== undefined) return this.#tableAt(slot);
    this.#readCatalog(component);
    return null;
  }

  /** What depends on a table's absence depends on all there are. */
  #readCatalog(component: string): void {
    this.#catalogReads ??= new Set();
    if (this.#catalogReads.has(component)) return;
    this.#catalogReads.add(component);
    const index = formatIndexKey(component, TABLES_TABLE, "by_id");
    this.reads.add(index, WHOLE_RANGE);
  }

  #read(table: TableState, id: Id): Document | null {
    const { definition } = table;
    this.metrics.countRange(definition);
    const key = encodeKey([id]);
    this.reads.addKey(indexKeyOf(definition, BY_ID), key);
    const document = table.tree(BY_ID).get(key) ?? null;
    if (document !== null) this.metrics.countRead(definition, document);
    return document;
  }

  #existing(
    verb: string,
    component: string,
    id: Id,
    options: WriteOptions,
  ): { slot: number; before: Document } {
    this.#assertOpen();
    const table = this.#findNumber(component, tableNumberOf(id));
    const before = table && this.#read(table, id);
    if (table === null || before === null) {
      throw new UserError(
        "DocumentNotFound",
        `${verb} on nonexistent document ID ${id}`,
      );
    }
    this.#assertWritable(table.definition.name, options);
    return { slot: this.#slotOf(table.definition), before };
  }

  #write(
    slot: number,
    before: Document | null,
    id: Id,
    creationTime: number,
    fields: Fields,
  ): Document {
    const { definition } = this.#tableAt(slot);
    const size = checkDocument(fields);
    const document = Document.fromFields(id, creationTime, fields);
    this.#checkSchema(definition, fields);
    this.metrics.countWrite(definition, size);
    const table = this.#ownTable(slot);
    this.#apply({
      slot,
      before: before && versionOf(table, before),
      after: versionOf(table, document),
    });
    return document;
  }

  #checkSchema(definition: TableDefinition, fields: Fields): void {
    if (definition.validate === null) return;
    const lookup = this.tableLookup(definition.component);
    const problem = definition.validate(
      fields as Record<string, Value>,
      lookup,
    );
    if (problem === null) return;
    throw new UserError(
      "SchemaValidationError",
      `Failed to insert or update a document in table "${definition.name}" because it does not match the schema: ${problem}`,
    );
  }

  #apply(write: Write): void {
    const table = this.#ownTable(write.slot);
    if (write.before !== null) table.remove(write.before.keys);
    if (write.after !== null) table.put(write.after.keys, write.after.document);
    this.writes.add(write);
  }

  #slotForInsert(component: string, name: string): number {
    const slot = this.#catalog.slotOfName(component, name);
    if (slot !== undefined) return slot;
    if (!isSystemTable(name)) checkTableName(name);
    return this.#create(component, name);
  }

  #create(component: string, name: string): number {
    this.#readCatalog(component);
    if (this.#catalog.slotOfName(component, TABLES_TABLE) === undefined) {
      for (const definition of fixedTables(component)) this.#add(definition);
      const fixed = this.#catalog.slotOfName(component, name);
      if (fixed !== undefined) return fixed;
    }
    const number = this.#freeNumber(component, isSystemTable(name));
    this.insert(component, TABLES_TABLE, { name, number }, { system: true });
    const schema = this.#source.systemTables.get(name) ?? null;
    return this.#add(defineTable(component, name, number, schema));
  }

  #freeNumber(component: string, isSystem: boolean): number {
    let next = isSystem ? FIRST_SYSTEM_NUMBER : FIRST_USER_NUMBER;
    for (const number of this.#catalog.numbersOf(component)) {
      if (number < FIRST_USER_NUMBER !== isSystem) continue;
      next = Math.max(next, number + 1);
    }
    return next;
  }

  #add(definition: TableDefinition): number {
    const slot = this.#tables.length;
    const { component, name, number } = definition;
    this.#tables = [...this.#tables, TableState.empty(definition, this)];
    this.#catalog = this.#catalog.withTable(component, name, number, slot);
    return slot;
  }

  #slotOf({ component, number }: TableDefinition): number {
    const slot = this.#catalog.slotOfNumber(component, number);
    if (slot === undefined) throw new RangeError(`no table ${number}`);
    return slot;
  }

  #tableAt(slot: number): TableState {
    const table = this.#tables[slot];
    if (table === undefined) throw new RangeError(`no table in slot ${slot}`);
    return table;
  }

  #ownTable(slot: number): TableState {
    const table = this.#tableAt(slot);
    if (table.owner === this) return table;
    const own = table.clone(this);
    const tables = [...this.#tables];
    tables[slot] = own;
    this.#tables = tables;
    return own;
  }

  #assertOpen(): void {
    if (!this.#isClosed) return;
    throw new UserError(
      "TransactionClosed",
      "The database was used after the function had finished",
    );
  }

  #assertWritable(table: string, { system = false }: WriteOptions): void {
    this.#assertOpen();
    if (this.#source.isReadOnly) {
      throw new UserError("ReadOnly", "A query cannot write to the database");
    }
    if (isSystemTable(table) && !system) {
      throw new UserError(
        "SystemTableReadOnly",
        `The system table "${table}" cannot be written to`,
      );
    }
  }
}

function versionOf(table: TableState, document: Document): Version {
  return { document, keys: table.keysOf(document) };
}

function indexKeyOf(definition: TableDefinition, position: number): string {
  return definition.indexes[position]?.key ?? "";
}

function indexPosition(definition: TableDefinition, name: string): number {
  const position = definition.indexes.findIndex((index) => index.name === name);
  if (position >= 0) return position;
  throw new UserError(
    "IndexNotFound",
    `Index ${definition.name}.${name} not found.`,
  );
}

/** System fields may be given only as they are. */
function withoutSystemFields(before: Document, fields: Fields): Fields {
  const { _id, _creationTime, ...rest } = fields;
  const isSame =
    (_id === undefined || _id === before.id) &&
    (_creationTime === undefined || _creationTime === before.creationTime);
  if (isSame) return rest;
  throw new UserError(
    "SystemFieldsImmutable",
    `The fields _id and _creationTime of document ${before.id} cannot be changed`,
  );
}

function* emptyScan(): Generator<Row, undefined> {}
