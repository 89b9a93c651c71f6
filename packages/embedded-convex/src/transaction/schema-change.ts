import { decodeFields } from "../index/document";
import {
  parseSchema,
  checkNewSchema,
  type SchemaJson,
  type TableSchema,
} from "../index/schema";
import { BY_CREATION_TIME, defineTable } from "../index/table-definition";
import { MIN_KEY } from "../values/keys";
import { SchemaError } from "../base/errors";
import { NO_SCHEMA, schemaTextOf, SCHEMAS_TABLE } from "./fixed-tables";
import type { Transaction } from "./transaction";

/** An existing document does not match a new schema. */
export class SchemaMismatchError extends SchemaError {
  constructor(
    readonly table: string,
    documentId: string,
    problem: string,
  ) {
    super(
      "SchemaValidationError",
      `Document with ID "${documentId}" in table "${table}" does not match the schema: ${problem}`,
    );
  }
}

/**
 * Applies the indexes and validators that `json` declares to a component's
 * tables. Every existing document is checked. When one does not match, close
 * the transaction: nothing has changed.
 *
 * @param json null removes all declarations; the tables stay
 * @throws UserError when the schema is invalid or a document does not match it
 */
export function changeSchema(
  transaction: Transaction,
  component: string,
  json: SchemaJson | null,
): void {
  const schemas = parseSchema(json);
  const schemaText = JSON.stringify(json);
  if (storedSchema(transaction, component) === schemaText) return;
  checkNewSchema(json);
  const slots = schemas.map((schema) =>
    transaction.ensureTable(component, schema.name),
  );
  schemas.forEach((schema, i) => {
    const slot = slots[i];
    if (slot !== undefined) redefine(transaction, slot, schema);
  });
  dropOtherDeclarations(transaction, component, new Set(slots));
  storeSchema(transaction, component, schemaText);
}

function redefine(
  transaction: Transaction,
  slot: number,
  schema: TableSchema | null,
): void {
  const table = transaction.workspace.table(slot);
  const { component, name, number } = table.definition;
  const definition = defineTable(component, name, number, schema);
  const isSame =
    JSON.stringify(describe(definition)) ===
    JSON.stringify(describe(table.definition));
  if (isSame) return;
  const lookup = transaction.tableLookup(component);
  if (definition.validate !== null) {
    for (const document of table.tree(BY_CREATION_TIME).values(MIN_KEY)) {
      const problem = definition.validate(
        decodeFields(document.json()),
        lookup,
      );
      if (problem === null) continue;
      throw new SchemaMismatchError(name, document.id, problem);
    }
  }
  transaction.workspace.redefine(slot, definition);
}

function describe({
  indexes,
  vectorIndexes,
  stagedIndexes,
  documentType,
}: ReturnType<typeof defineTable>): unknown {
  return [
    indexes.map(({ name, fields, isText }) => [name, fields, isText]),
    vectorIndexes.map(({ definition }) => definition),
    stagedIndexes,
    documentType,
  ];
}

function dropOtherDeclarations(
  transaction: Transaction,
  component: string,
  declared: ReadonlySet<number>,
): void {
  for (const slot of transaction.workspace.catalog.slotsOf(component)) {
    const isUsers = !transaction.workspace.definition(slot).isSystem;
    if (isUsers && !declared.has(slot)) redefine(transaction, slot, null);
  }
}

function storedSchema(transaction: Transaction, component: string): string {
  const slot = transaction.workspace.catalog.slotOfName(
    component,
    SCHEMAS_TABLE,
  );
  if (slot === undefined) return NO_SCHEMA;
  const table = transaction.workspace.table(slot);
  const [document] = table.tree(BY_CREATION_TIME).values();
  return document === undefined ? NO_SCHEMA : schemaTextOf(document.json());
}

function storeSchema(
  transaction: Transaction,
  component: string,
  schema: string,
): void {
  const options = { system: true };
  transaction.ensureTable(component, SCHEMAS_TABLE);
  const rows = transaction.scan(component, SCHEMAS_TABLE, "by_id");
  const stored = rows.next();
  if (stored.done === true) {
    transaction.insert(component, SCHEMAS_TABLE, { schema }, options);
  } else {
    const { id } = stored.value.document;
    transaction.replace(component, id, { schema }, options);
  }
}
