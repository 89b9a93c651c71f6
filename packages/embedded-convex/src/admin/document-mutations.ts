/**
 * Mutations for administrators. Each is one ordinary transaction: it enforces
 * the schema and cannot write to system tables.
 */
import type { Value } from "convex/values";
import * as z from "zod";
import { UserError } from "../base/errors";
import type { SchemaJson } from "../index/schema";
import { isSystemTable } from "../index/table-definition";
import {
  NO_SCHEMA,
  schemaTextOf,
  SCHEMAS_TABLE,
} from "../transaction/fixed-tables";
import { parseId, type Id } from "../values/ids";
import { MAX_DOCUMENTS_CHANGED } from "./admin-api";
import type {
  SystemMutation,
  SystemMutationContext,
} from "../functions/dispatch/system-functions";
import { requireTable } from "./require-table";
import { systemRows } from "./system-rows";

const fieldsSchema = z.record(z.string(), z.custom<Value>());
const addArgs = z.object({
  table: z.string(),
  documents: z.array(fieldsSchema),
});
const patchArgs = z.object({
  table: z.string(),
  ids: z.array(z.string()),
  fields: fieldsSchema,
  unset: z.array(z.string()).default([]),
});
const replaceArgs = z.object({ id: z.string(), document: fieldsSchema });
const deleteArgs = z.object({
  toDelete: z.array(z.object({ tableName: z.string(), id: z.string() })),
});

const SUCCESS = { success: true };

const addDocument: SystemMutation = (context, args) => {
  const { table, documents } = addArgs.parse(args);
  requireFew(documents.length);
  requireTableToFill(context, table);
  const { transaction, component } = context;
  const ids = documents.map((document) =>
    transaction.insert(component, table, document),
  );
  return { ...SUCCESS, ids };
};

const patchDocumentsFields: SystemMutation = (context, args) => {
  const { table, ids, fields, unset } = patchArgs.parse(args);
  requireFew(ids.length);
  const { transaction, component } = context;
  const gone = Object.fromEntries(unset.map((name) => [name, undefined]));
  for (const text of ids) {
    const id = requireDocumentId(context, text, table);
    transaction.patch(component, id, { ...fields, ...gone });
  }
  return SUCCESS;
};

const replaceDocument: SystemMutation = (context, args) => {
  const { id, document } = replaceArgs.parse(args);
  const { transaction, component } = context;
  transaction.replace(component, requireDocumentId(context, id), document);
  return SUCCESS;
};

const deleteDocuments: SystemMutation = (context, args) => {
  const { toDelete } = deleteArgs.parse(args);
  requireFew(toDelete.length);
  const { transaction, component } = context;
  for (const { tableName, id } of toDelete) {
    transaction.remove(component, requireDocumentId(context, id, tableName));
  }
  return SUCCESS;
};

/** The mutations that Convex's dashboard calls, by canonical path. */
export const systemMutations: ReadonlyMap<string, SystemMutation> = new Map([
  ["_system/frontend/addDocument.js:default", addDocument],
  ["_system/frontend/patchDocumentsFields.js:default", patchDocumentsFields],
  ["_system/frontend/replaceDocument.js:default", replaceDocument],
  ["_system/frontend/deleteDocuments.js:default", deleteDocuments],
]);

function requireFew(count: number): void {
  if (count <= MAX_DOCUMENTS_CHANGED) return;
  throw new UserError(
    `At most ${MAX_DOCUMENTS_CHANGED} documents can be changed at once, not ${count}`,
  );
}

/** An enforced schema determines which tables may exist. */
function requireTableToFill(
  context: SystemMutationContext,
  table: string,
): void {
  const { transaction, component } = context;
  const [stored] = systemRows(transaction, SCHEMAS_TABLE, component);
  const text = stored ? schemaTextOf(stored.json()) : NO_SCHEMA;
  const schema = JSON.parse(text) as SchemaJson | null;
  // The transaction refuses system tables and invalid names itself.
  if (schema?.schemaValidation !== true || isSystemTable(table)) return;
  requireTable(context, table);
}

/** @throws UserError for an invalid id, or one of another table */
function requireDocumentId(
  { transaction, component }: SystemMutationContext,
  text: string,
  table?: string,
): Id {
  const id = parseId(text);
  if (id === null) {
    throw new UserError(`"${text}" is not the id of a document`);
  }
  const actual = transaction.tableOfId(component, id)?.name;
  if (table === undefined || actual === undefined || actual === table) {
    return id;
  }
  throw new UserError(
    `${id} is the id of a document in table "${actual}", not in "${table}"`,
  );
}
