/** Reads the whole store and builds every index; nothing but documents is stored. */
import type { JSONValue } from "convex/values";
import { Document } from "../index/document";
import {
  parseSchema,
  type SchemaJson,
  type TableSchema,
} from "../index/schema";
import { defineTable } from "../index/table-definition";
import { TableBuilder } from "../index/table-builder";
import type { DocumentStore } from "../storage/document-store";
import { tableNumberOf, type Id } from "../values/ids";
import { Catalog } from "./catalog";
import { FORMAT, FORMAT_KEY, parseDocumentKey, TIMESTAMP_KEY } from "./records";
import { Snapshot } from "./snapshot";
import {
  fixedTables,
  schemaTextOf,
  SCHEMAS_NUMBER,
  TABLES_NUMBER,
} from "./system-tables";

/**
 * @param systemTables what the engine declares for its own tables, by name
 * @returns the newest state in the store
 * @throws Error when the store was not written by this engine
 */
export async function loadSnapshot(
  store: DocumentStore,
  systemTables: ReadonlyMap<string, TableSchema>,
): Promise<Snapshot> {
  const loader = new Loader(systemTables);
  for await (const records of store.records()) {
    for (const [key, text] of records) loader.add(key, text);
  }
  return loader.finish();
}

class Loader {
  readonly #systemTables: ReadonlyMap<string, TableSchema>;
  readonly #components = new Map<string, ComponentLoader>();
  #current: ComponentLoader | null = null;
  #ts = 1n;

  constructor(systemTables: ReadonlyMap<string, TableSchema>) {
    this.#systemTables = systemTables;
  }

  add(key: string, text: string): void {
    const owner = parseDocumentKey(key);
    if (owner !== null) {
      this.#componentOf(owner.component).add(owner.id, text);
    } else if (key === TIMESTAMP_KEY) {
      this.#ts = BigInt(text);
    } else if (key !== FORMAT_KEY || text !== FORMAT) {
      throw new Error(
        `The data was written by another version (${key}: ${text})`,
      );
    }
  }

  finish(): Snapshot {
    let catalog = Catalog.EMPTY;
    const tables = [];
    for (const component of this.#components.values()) {
      for (const builder of component.builders()) {
        const { component: path, name, number } = builder.definition;
        catalog = catalog.withTable(path, name, number, tables.length);
        tables.push(builder.finish());
      }
    }
    return new Snapshot(this.#ts, catalog, tables);
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
 * Records come in the order of their ids, so the documents of `_tables` and
 * `_schemas`, whose numbers are the lowest, come before all others.
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
