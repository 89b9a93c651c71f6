import { UserError } from "../base/errors";
import {
  decodeFields,
  encodeDocument,
  type Document,
  type DocumentJson,
} from "../index/document";
import {
  BY_CREATION_TIME,
  BY_ID,
  isSystemTable,
  type TableDefinition,
} from "../index/table-definition";
import { versionOf } from "../index/table-state";
import { decodeId, encodeId, newId, parseId, type Id } from "../values/ids";
import { encodeKey, MIN_KEY, WHOLE_RANGE } from "../values/keys";
import { checkFields } from "./check-fields";
import type { Catalog } from "./catalog";
import {
  FIRST_SYSTEM_NUMBER,
  FIRST_USER_NUMBER,
  TABLES_TABLE,
} from "./fixed-tables";
import type { Transaction } from "./transaction";

export type TableRestore = {
  name: string;
  /** Table number in the documents' ids; null keeps the table's number. */
  number: number | null;
  /** With `_id` and `_creationTime`, or without to get new ones. */
  documents: readonly DocumentJson[];
  /** Whether to delete the table's documents first. */
  isReplaced: boolean;
};

/**
 * Restores documents from a backup into a component's tables with the same ids,
 * creation times and table numbers. Synchronous, so that no other commit can
 * come between.
 *
 * @param nowMs goes into the ids of documents without one
 * @returns number of documents written
 * @throws UserError when a document, id or table number is not allowed; the
 *   caller must then close the transaction
 */
export function restoreTables(
  transaction: Transaction,
  component: string,
  tables: readonly TableRestore[],
  nowMs: number,
): number {
  const slots = tables.map(({ name }) =>
    transaction.ensureTable(component, name),
  );
  tables.forEach(({ isReplaced }, i) => {
    if (isReplaced) clear(transaction, slots[i] ?? -1);
  });
  makeRoom(transaction, component, tables);
  tables.forEach((table, i) => {
    for (const json of table.documents) {
      insert(transaction, slots[i] ?? -1, json, nowMs);
    }
  });
  return tables.reduce((sum, { documents }) => sum + documents.length, 0);
}

function clear({ workspace, reads }: Transaction, slot: number): Document[] {
  const table = workspace.table(slot);
  const { definition } = table;
  reads.add(definition.indexes[BY_ID]?.key ?? "", WHOLE_RANGE);
  const documents = [...table.tree(BY_CREATION_TIME).values(MIN_KEY)];
  for (const document of documents) {
    const before = versionOf(definition, document);
    workspace.write({ slot, before, after: null });
  }
  return documents;
}

/** Assigns the requested table numbers, and moves tables that occupy them. */
function makeRoom(
  transaction: Transaction,
  component: string,
  tables: readonly TableRestore[],
): void {
  const { workspace } = transaction;
  const numbers = new Map<string, number>();
  for (const { name, number } of tables) {
    if (number === null) continue;
    if (number < FIRST_SYSTEM_NUMBER) {
      throw new UserError(`Table "${name}" cannot have the number ${number}`);
    }
    numbers.set(name, number);
  }
  const moves = renumberTables(workspace.catalog, component, numbers, (slot) =>
    workspace.definition(slot),
  );
  const displaced = [...moves].map(([slot, number]) => {
    const { name } = workspace.definition(slot);
    const isEmpty = workspace.table(slot).count === 0;
    if (!isEmpty && !isSystemTable(name)) {
      throw new UserError(
        `The ids in table "${name}" would no longer be its own: its number belongs to another table in what is imported. Replace all tables to give it another`,
      );
    }
    return { slot, number, documents: clear(transaction, slot) };
  });
  if (moves.size === 0) return;
  workspace.renumber(component, moves);
  for (const { slot, number, documents } of displaced) {
    noteNumber(transaction, component, slot, number);
    // Only the backend refers to system documents, so their ids may change.
    for (const document of documents) {
      const internalId = decodeId(document.id)?.internalId;
      if (internalId === undefined) continue;
      const _id = encodeId(number, internalId);
      insert(transaction, slot, { ...document.json(), _id }, 0);
    }
  }
}

/**
 * Decides which tables of a component get new numbers, so that the tables in
 * `wanted` get theirs. A table that loses its number to one of them gets a free
 * one.
 *
 * @param wanted numbers by name of existing tables
 * @returns new numbers by slot
 */
function renumberTables(
  catalog: Catalog,
  component: string,
  wanted: ReadonlyMap<string, number>,
  definitionOf: (slot: number) => TableDefinition,
): Map<number, number> {
  const definitions = [...catalog.slotsOf(component)].map((slot) => ({
    slot,
    ...definitionOf(slot),
  }));
  const taken = new Set([
    ...wanted.values(),
    ...definitions.map(({ number }) => number),
  ]);
  const claimed = new Set(wanted.values());
  const moves = new Map<number, number>();
  for (const { slot, name, number } of definitions) {
    const target = wanted.get(name);
    if (target === number) continue;
    if (target !== undefined) moves.set(slot, target);
    else if (claimed.has(number)) {
      const free = freeNumber(taken, isSystemTable(name));
      taken.add(free);
      moves.set(slot, free);
    }
  }
  return moves;
}

function freeNumber(taken: ReadonlySet<number>, isSystem: boolean): number {
  let number = isSystem ? FIRST_SYSTEM_NUMBER : FIRST_USER_NUMBER;
  while (taken.has(number)) number += 1;
  return number;
}

function noteNumber(
  transaction: Transaction,
  component: string,
  slot: number,
  number: number,
): void {
  const { name } = transaction.workspace.definition(slot);
  const rows = transaction.scan(component, TABLES_TABLE, "by_id");
  for (const { document } of rows) {
    if (document.json().name !== name) continue;
    const { id } = document;
    transaction.patch(component, id, { number }, { system: true });
    return;
  }
}

function insert(
  transaction: Transaction,
  slot: number,
  json: DocumentJson,
  nowMs: number,
): void {
  const { workspace } = transaction;
  const { definition } = workspace.table(slot);
  const { component, name, number } = definition;
  const id = idOf(json, name, number, nowMs);
  if (
    workspace
      .table(slot)
      .tree(BY_ID)
      .has(encodeKey([id]))
  ) {
    throw new UserError(
      `Table "${name}" has a document with the id ${id} already`,
    );
  }
  const creationTime =
    typeof json._creationTime === "number"
      ? json._creationTime
      : transaction.nextCreationTime();
  const fields = decodeFields(json);
  const lookup = transaction.tableLookup(component);
  const bytes = checkFields(definition, fields, lookup);
  const encoded = encodeDocument(id, creationTime, fields, bytes);
  const after = versionOf(definition, encoded.document, encoded.json);
  workspace.write({ slot, before: null, after });
}

function idOf(
  json: DocumentJson,
  table: string,
  number: number,
  nowMs: number,
): Id {
  if (json._id === undefined) return newId(number, nowMs);
  const id = typeof json._id === "string" ? parseId(json._id) : null;
  if (id !== null && decodeId(id)?.tableNumber === number) return id;
  throw new UserError(
    `${JSON.stringify(json._id)} is not an id of table "${table}"`,
  );
}
