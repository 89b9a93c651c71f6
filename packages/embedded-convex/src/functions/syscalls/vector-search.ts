import type { JSONValue } from "convex/values";
import { UserError } from "../../base/errors";
import { BY_ID, missingIndex } from "../../index/table-definition";
import type { Snapshot } from "../../transaction/snapshot";
import { encodeKey, type Key } from "../../values/keys";
import {
  requireObject,
  requireText,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import { decodeLiteral } from "./filter";

const CALL = "vectorSearch";
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 256;
const MAX_FILTERS = 64;

/**
 * Searches a vector index of a snapshot.
 *
 * @returns JSON text of the ids and scores that were found
 * @throws UserError in Convex's words, for what the index does not have
 */
export async function vectorSearch(
  { catalog, tables }: Snapshot,
  component: string,
  args: SyscallArguments,
): Promise<string> {
  const query = requireObject(args, "query", CALL);
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const vector = Array.isArray(query.vector) ? query.vector.map(Number) : [];
  const name = requireText(query, "indexName", CALL);
  const dot = name.indexOf(".");
  const [tableName, indexName] = [name.slice(0, dot), name.slice(dot + 1)];
  const table = tables[catalog.slotOfName(component, tableName) ?? -1];
  const index = table?.definition.vectorIndexes.find(
    (one) => one.definition.name === indexName,
  );
  if (table === undefined || index === undefined) {
    const nothing = { name: tableName, stagedIndexes: [] };
    throw missingIndex(table?.definition ?? nothing, indexName);
  }
  if (!(limit >= 0 && limit <= MAX_LIMIT)) {
    throw new UserError(
      `Vector queries can fetch at most ${MAX_LIMIT} results, requested ${limit}.`,
    );
  }
  const { dimensions, fields } = index.definition;
  const filters = new Map<string, readonly [number, Key]>();
  for (const [path, value] of alternatives(query.expressions)) {
    const field = fields.indexOf(path, 1) - 1;
    if (field < 0) {
      throw new UserError(
        `Vector query against ${name} contains a filter on "${path}" but that field isn't indexed for filtering in \`filterFields\`.`,
      );
    }
    const key = encodeKey([decodeLiteral(value)]);
    filters.set(`${field} ${key}`, [field, key]);
  }
  if (filters.size > MAX_FILTERS) {
    throw new UserError(
      `Vector query against ${name} has too many conditions. Max: ${MAX_FILTERS} Actual: ${filters.size}`,
    );
  }
  if (vector.length !== dimensions) {
    throw new UserError(
      `Expected a vector with dimensions ${dimensions}, received ${vector.length}.`,
    );
  }
  const results = await index.nearest(table.tree(BY_ID).values(), {
    vector,
    limit,
    filters: [...filters.values()],
  });
  return JSON.stringify({ results });
}

/** Yields the paths and values of which an expression of `q.eq` and `q.or` asks for one. */
function* alternatives(expression: unknown): Generator<[string, JSONValue]> {
  if (expression === undefined || expression === null) return;
  const { $or: members, $eq: sides } = expression as {
    $or?: unknown[];
    $eq?: [{ $field: string }, { $literal?: JSONValue }];
  };
  for (const member of members ?? []) yield* alternatives(member);
  if (members !== undefined) return;
  const literal = sides?.[1].$literal;
  if (sides === undefined || literal === undefined) {
    throw new UserError(
      "Filters should be a combination of `q.eq` and `q.or`.",
    );
  }
  yield [sides[0].$field, literal];
}
