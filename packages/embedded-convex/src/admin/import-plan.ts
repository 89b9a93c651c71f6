import { randomUUID } from "node:crypto";
import { badRequest } from "../base/errors";
import { SCHEDULED_FUNCTIONS, STORAGE } from "../functions/app/function-tables";
import type { DocumentJson } from "../index/document";
import { isSystemTable } from "../index/table-definition";
import type { TableListing } from "../transaction/database";
import {
  restoreTables,
  type TableRestore,
} from "../transaction/restore-tables";
import { TABLES_TABLE } from "../transaction/fixed-tables";
import { tableNumberIn } from "../values/ids";
import type { AdminServices } from "./admin-services";
import type { ImportArchive, ImportTable } from "./import-archive";
import { KEPT_SYSTEM_TABLES } from "./snapshot-archive";

type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

/** A file's body, which is written before its document is committed. */
type PlannedFile = { storageId: string; body: Buffer };

export type ImportPlan = {
  tables: ReadonlyMap<string, TableRestore[]>;
  files: PlannedFile[];
  /** Shown to the user who confirms the import. */
  summary: string;
  isDestructive: boolean;
};

/**
 * Determines the changes of an import, given the current tables. Jobs that were
 * running in the backup are completed now.
 *
 * @throws RequestError 400 when the import is not allowed
 */
export function planImport(
  archive: ImportArchive,
  mode: ImportMode,
  { current, database, clock }: AdminServices,
): ImportPlan {
  const nowMs = clock.now();
  const known = new Set(current.app.components.keys());
  const tables = new Map<string, TableRestore[]>();
  const files: PlannedFile[] = [];
  const lines: string[] = [];
  let isDestructive = false;
  for (const component of new Set(archive.tables.map((t) => t.component))) {
    if (!known.has(component))
      throw badRequest(
        "ComponentNotFound",
        `The component "${component}" is not mounted here: deploy the functions first`,
      );
  }
  for (const component of known) {
    const existing = database.tables(component);
    const numbers = numbersIn(archive.tables, component);
    const sent = withEmptyTables(
      archive.tables.filter((table) => table.component === component),
      numbers,
      component,
    );
    if (mode === "replaceAll") addOthers(sent, existing, component);
    const restores: TableRestore[] = [];
    for (const table of sent) {
      const before = existing.find(({ name }) => name === table.name);
      const restore = restoreOf(table, mode, before, numbers, nowMs);
      if (restore === null) continue;
      if (table.name === STORAGE)
        files.push(...withBodies(archive, component, restore));
      restores.push(restore);
      if (isSystemTable(table.name) && table.name !== STORAGE) continue;
      const count = before?.count ?? 0;
      const removed = restore.isReplaced ? count : 0;
      if (removed > 0) isDestructive = true;
      const place =
        component === "" ? table.name : `${component}/${table.name}`;
      lines.push(
        `${place}: ${restore.documents.length} to add, ${removed} of ${count} to delete`,
      );
    }
    if (restores.length > 0) tables.set(component, restores);
  }
  const summary = ["Import change summary:", ...lines.sort()].join("\n");
  return { tables, files, summary, isDestructive };
}

/**
 * Writes what is planned, in one commit.
 *
 * @returns the number of documents, and the commit timestamp
 * @throws UserError when a document is not allowed
 */
export async function applyImport(
  plan: ImportPlan,
  { current, storage, database, clock }: AdminServices,
): Promise<{ written: number; ts: bigint }> {
  for (const { storageId, body } of plan.files) {
    await storage.bodies.write(storageId, body);
  }
  const { result: written, ts } = await database.write((transaction) => {
    let sum = 0;
    for (const [component, tables] of plan.tables) {
      sum += restoreTables(transaction, component, tables, clock.now());
    }
    return sum;
  });
  // Reload, so that the scheduler, cron jobs and subscriptions see the new data.
  await current.load(current.source);
  return { written, ts };
}

/** Adds the tables that only `_tables` lists: they are empty in the backup. */
function withEmptyTables(
  sent: readonly ImportTable[],
  numbers: ReadonlyMap<string, number>,
  component: string,
): ImportTable[] {
  const filled = sent.filter(({ name }) => name !== TABLES_TABLE);
  const names = new Set(filled.map(({ name }) => name));
  const empty = [...numbers.keys()].filter((name) => !names.has(name));
  return [
    ...filled,
    ...empty.map((name) => ({ component, name, documents: [] })),
  ];
}

function addOthers(
  sent: ImportTable[],
  existing: readonly TableListing[],
  component: string,
): void {
  for (const { name } of existing) {
    const isSent = sent.some((table) => table.name === name);
    if (isSent || isSystemTable(name)) continue;
    sent.push({ component, name, documents: [] });
  }
}

function numbersIn(
  tables: readonly ImportTable[],
  component: string,
): ReadonlyMap<string, number> {
  const entries = tables
    .filter((t) => t.component === component && t.name === TABLES_TABLE)
    .flatMap(({ documents }) => documents)
    .flatMap(({ name, id }) =>
      typeof name === "string" && typeof id === "number"
        ? [[name, id] as const]
        : [],
    );
  return new Map(entries);
}

/** Null for a system table that is not imported. */
function restoreOf(
  { name, documents }: ImportTable,
  mode: ImportMode,
  before: TableListing | undefined,
  numbers: ReadonlyMap<string, number>,
  nowMs: number,
): TableRestore | null {
  const isSystem = isSystemTable(name);
  if (isSystem && name !== STORAGE) {
    if (!KEPT_SYSTEM_TABLES.has(name) || mode === "append") return null;
  }
  const isReplacing = mode === "replace" || mode === "replaceAll";
  const isFull = (before?.count ?? 0) > 0;
  const isOwnData = !isSystem || name === STORAGE;
  if (mode === "requireEmpty" && isFull && isOwnData)
    throw badRequest(
      "TableExists",
      `Table "${name}" already exists and is not empty. Use --replace or --append to import into it`,
    );
  const [first] = documents;
  const number =
    numbers.get(name) ??
    (typeof first?._id === "string" ? tableNumberIn(first._id) : null);
  return {
    name,
    number,
    documents: documents.map((json) => adapt(name, json, nowMs)),
    isReplaced: isReplacing || !isOwnData,
  };
}

function adapt(name: string, json: DocumentJson, nowMs: number): DocumentJson {
  if (name === SCHEDULED_FUNCTIONS) return withoutInterruption(json, nowMs);
  if (name !== STORAGE) return json;
  const { internalId, ...fields } = json;
  const isUsable = typeof internalId === "string" && UUID.test(internalId);
  return { ...fields, storageId: isUsable ? internalId : randomUUID() };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A running action may have had effects, so it does not run again. */
function withoutInterruption(json: DocumentJson, nowMs: number): DocumentJson {
  const kind: unknown = Object(json.state).kind;
  if (kind !== "inProgress") return json;
  const error = "Transient error while executing action";
  return { ...json, state: { kind: "failed", error }, completedTime: nowMs };
}

function withBodies(
  { files }: ImportArchive,
  component: string,
  { documents }: TableRestore,
): PlannedFile[] {
  const storageIds = new Map(
    documents.map(({ _id, storageId }) => [_id, storageId]),
  );
  return files.flatMap((file) => {
    const storageId = storageIds.get(file.id);
    const isWanted =
      file.component === component && typeof storageId === "string";
    return isWanted ? [{ storageId, body: file.body }] : [];
  });
}
