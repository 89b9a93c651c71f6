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
import { DamagedDataError } from "../storage/damaged-data-error";
import type { DocumentStore } from "../storage/document-store";
import { OtherVersionError } from "../storage/other-version-error";
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
import { Snapshot } from "./snapshot";
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
  const loader = new Loader(systemTables);
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
        if (failure === null) loader.add(owner, text);
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
  return { snapshot: loader.finish(ts), sum, isNew };
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

class Loader {
  readonly #systemTables: ReadonlyMap<string, TableSchema>;
  readonly #components = new Map<string, ComponentLoader>();
  #current: ComponentLoader | null = null;

  constructor(systemTables: ReadonlyMap<string, TableSchema>) {
    this.#systemTables = systemTables;
  }

  add({ component, id }: { component: string; id: Id }, text: string): void {
    this.#componentOf(component).add(id, text);
  }

  finish(ts: bigint): Snapshot {
    let catalog = Catalog.EMPTY;
    const tables = [];
    for (const component of this.#components.values()) {
      for (const builder of component.builders()) {
        const { component: path, name, number } = builder.definition;
        catalog = catalog.withTable(path, name, number, tables.length);
        tables.push(builder.finish());
      }
    }
    return new Snapshot(ts, catalog, tables);
  }

  #componentOf(path: string): ComponentLoader {
    if (this.#current?.path === path) return this.#current;
    let component = this.#components.get(path);
    if (component === undefined) {
      component = new ComponentLoader(path, this.#systemTables);
      this.#components.set(path, component);
    }
    return (this.#current = component);
  }
}

/**
 * Loads the tables of one component. Records arrive in the order of their ids,
 * so the documents of `_tables` and `_schemas`, which have the lowest table
 * numbers, come before all others.
 */
class ComponentLoader {
  readonly path: string;
  readonly #builders = new Map<number, TableBuilder>();
  readonly #tables: { name: string; number: number }[] = [];
  readonly #schemas: Map<string, TableSchema>;
  #schema: SchemaJson | null = null;
  #isDefined = false;

  constructor(path: string, systemTables: ReadonlyMap<string, TableSchema>) {
    this.path = path;
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
