/** Reads all documents from the store and rebuilds the indexes. */
import type { JSONValue } from "convex/values";
import { Document } from "../index/document";
import {
  parseSchema,
  type SchemaJson,
  type TableSchema,
} from "../index/schema";
import { defineTable } from "../index/table-definition";
import { TableBuilder } from "../index/table-builder";
import { DamagedDataError, OtherVersionError } from "../storage/store-errors";
import type { DocumentStore } from "../storage/document-store";
import { tableNumberOf, type Id } from "../values/ids";
import { Catalog } from "./catalog";
import { RecordSum } from "./record-sum";
import {
  FORMAT,
  FORMAT_KEY,
  parseDocumentKey,
  SUM_KEY,
  sumText,
  TIMESTAMP_KEY,
} from "./records";
import type { Snapshot } from "./snapshot";
import {
  fixedTables,
  schemaTextOf,
  SCHEMAS_NUMBER,
  TABLES_NUMBER,
} from "./fixed-tables";

/**
 * Loads the newest state from the store.
 *
 * @param systemTables the schemas of the engine's own tables, by name
 * @returns the newest state in the store, the sum of its records, and whether
 *   the store is new
 * @throws DamagedDataError when the records differ from the last commit
 * @throws OtherVersionError when another version of the engine wrote the store
 */
export async function loadSnapshot(
  store: DocumentStore,
  systemTables: ReadonlyMap<string, TableSchema>,
): Promise<{ snapshot: Snapshot; sum: RecordSum; isNew: boolean }> {
  const components = new Map<string, ComponentLoader>();
  const sum = new RecordSum();
  const about = new Map<string, string>();
  let failure: unknown = null;
  for await (const records of store.records()) {
    for (const [key, text] of records) {
      const owner = parseDocumentKey(key);
      if (owner === null) {
        about.set(key, text);
        continue;
      }
      sum.add(key, text);
      try {
        if (failure !== null) continue;
        const path = owner.component;
        const component =
          components.get(path) ?? new ComponentLoader(path, systemTables);
        components.set(path, component);
        component.add(owner.id, text);
      } catch (error) {
        failure = error;
      }
    }
  }
  // Checked first: damage is the likely cause of a record that cannot be read.
  checkState(about, sum);
  if (failure !== null) throw failure;
  const ts = BigInt(about.get(TIMESTAMP_KEY) ?? "1");
  const isNew = !about.has(FORMAT_KEY);
  return { snapshot: snapshotOf(ts, components.values()), sum, isNew };
}

/** Compares all records with the sum that the last commit stored. */
function checkState(about: ReadonlyMap<string, string>, sum: RecordSum): void {
  if (about.size === 0 && sum.count === 0) return;
  const format = about.get(FORMAT_KEY);
  if (format !== undefined && format !== FORMAT) {
    throw new OtherVersionError(format, FORMAT);
  }
  const ts = about.get(TIMESTAMP_KEY) ?? "";
  const given = about.get(SUM_KEY);
  if (format === FORMAT && given === sumText(ts, sum)) return;
  const [, count] = given?.split(" ") ?? [];
  throw new DamagedDataError(
    null,
    `its ${sum.count} documents do not match the ${count ?? "ones"} that were committed last`,
  );
}

function snapshotOf(
  ts: bigint,
  components: Iterable<ComponentLoader>,
): Snapshot {
  let catalog = Catalog.EMPTY;
  const tables = [];
  for (const component of components) {
    for (const builder of component.builders()) {
      const { component: path, name, number } = builder.definition;
      catalog = catalog.withTable(path, name, number, tables.length);
      tables.push(builder.finish());
    }
  }
  return { ts, catalog, tables };
}

/**
 * Loads the tables of one component. Records arrive in the order of their ids,
 * so the documents of `_tables` and `_schemas`, which have the lowest table
 * numbers, come before all others.
 */
class ComponentLoader {
  readonly #builders = new Map<number, TableBuilder>();
  readonly #tables: { name: string; number: number }[] = [];
  readonly #schemas: Map<string, TableSchema>;
  #schema: SchemaJson | null = null;
  #isDefined = false;

  constructor(
    private readonly path: string,
    systemTables: ReadonlyMap<string, TableSchema>,
  ) {
    this.#schemas = new Map(systemTables);
    for (const definition of fixedTables(path)) {
      this.#builders.set(definition.number, new TableBuilder(definition));
    }
  }

  add(id: Id, text: string): void {
    const json = JSON.parse(text) as Record<string, JSONValue>;
    const number = tableNumberOf(id);
    if (number === TABLES_NUMBER) {
      this.#tables.push(json as { name: string; number: number });
    } else if (number === SCHEMAS_NUMBER) {
      this.#schema = JSON.parse(schemaTextOf(json)) as SchemaJson | null;
    } else {
      this.#defineTables();
    }
    const builder = this.#builders.get(number);
    if (builder === undefined) {
      throw new Error(`The data holds document ${id} of no known table`);
    }
    builder.add(new Document(id, Number(json._creationTime), text), json);
  }

  builders(): Iterable<TableBuilder> {
    this.#defineTables();
    return this.#builders.values();
  }

  #defineTables(): void {
    if (this.#isDefined) return;
    this.#isDefined = true;
    for (const table of parseSchema(this.#schema)) {
      this.#schemas.set(table.name, table);
    }
    for (const { name, number } of this.#tables) {
      const schema = this.#schemas.get(name) ?? null;
      const definition = defineTable(this.path, name, number, schema);
      this.#builders.set(number, new TableBuilder(definition));
    }
  }
}
