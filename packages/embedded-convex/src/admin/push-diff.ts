import type { JSONValue } from "convex/values";
import type { JsonObject } from "../base/parse-json";
import type { Component, App } from "../functions/app/app";

/** An index as the command line is told of it. */
type IndexJson = { type: string; name: string; fields: string[] };

/**
 * @returns what a push changes, in the format of the command line: components and
 *   indexes, which it tells. It prints the rest only with `--verbose`.
 */
export function pushDiff(before: App, after: App): JsonObject {
  const paths = new Set([
    ...before.components.keys(),
    ...after.components.keys(),
  ]);
  const componentDiffs = [...paths].map((path) => [
    path,
    componentDiff(before.components.get(path), after.components.get(path)),
  ]);
  return {
    authDiff: { added: [], removed: [] },
    definitionDiffs: {},
    componentDiffs: Object.fromEntries(componentDiffs) as JsonObject,
  };
}

/** The indexes that come and go with a push, by component. */
export function indexDiffs(before: App, after: App): JsonObject {
  const diffs = [...after.components].map(([path, component]) => [
    path,
    indexDiff(before.components.get(path), component),
  ]);
  return Object.fromEntries(diffs) as JsonObject;
}

/** The app's indexes that come and go, as command lines before 1.28 tell them. */
export function earlyIndexDiff(before: App, after: App): JsonObject {
  const diff = indexDiff(before.root, after.root);
  const told = (indexes: IndexJson[]): JSONValue[] =>
    indexes.map(({ name, fields }) => {
      const [table = "", index = ""] = name.split(".");
      return { table, name: index, fields, backfill: { state: "done" } };
    });
  return {
    added: told(diff.added_indexes),
    dropped: told(diff.removed_indexes),
  };
}

function componentDiff(
  old: Component | undefined,
  now: Component | undefined,
): JsonObject {
  const type =
    old === undefined ? "create" : now === undefined ? "unmount" : "modify";
  return {
    diffType: { type },
    moduleDiff: { added: [], removed: [] },
    udfConfigDiff: null,
    cronDiff: { added: [], updated: [], deleted: [] },
    indexDiff: indexDiff(old, now),
    schemaDiff: null,
  };
}

/** An index with other fields is another one. */
function indexDiff(old: Component | undefined, now: Component | undefined) {
  const [before, after] = [indexesOf(old), indexesOf(now)];
  const missingIn = (others: Set<string>, texts: Set<string>) =>
    [...texts]
      .filter((text) => !others.has(text))
      .map((text) => JSON.parse(text) as IndexJson);
  return {
    added_indexes: missingIn(before, after),
    removed_indexes: missingIn(after, before),
    enabled_indexes: [],
    disabled_indexes: [],
  };
}

function indexesOf(component: Component | undefined): Set<string> {
  const texts = (component?.schema?.tables ?? []).flatMap((table) => {
    const textOf = (type: string) => (index: { indexDescriptor: string }) => {
      const { indexDescriptor, ...rest } = index;
      const name = `${table.tableName}.${indexDescriptor}`;
      return JSON.stringify({ type, name, ...rest });
    };
    return [
      ...table.indexes.map(textOf("database")),
      ...(table.searchIndexes ?? []).map(textOf("search")),
      ...(table.vectorIndexes ?? []).map(textOf("vector")),
    ];
  });
  return new Set(texts);
}
