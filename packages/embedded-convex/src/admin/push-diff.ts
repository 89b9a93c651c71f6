import type { JSONValue } from "convex/values";
import type { AppSource } from "../functions/loading/app-source";
import type { Component, App } from "../functions/definitions/app";
import type { SchemaJson } from "../index/schema";

type Json = { [key: string]: JSONValue };
type Loaded = { source: AppSource; app: App };

/** @returns what a push changes, in the format of the command line */
export function pushDiff(before: Loaded, after: Loaded): Json {
  const auth = difference(authTexts(before), authTexts(after));
  const paths = new Set([
    ...before.app.components.keys(),
    ...after.app.components.keys(),
  ]);
  const componentDiffs = [...paths].map((path) => [
    path,
    componentDiff(path, before, after),
  ]);
  return {
    authDiff: { added: auth.added, removed: auth.removed },
    definitionDiffs: {},
    componentDiffs: Object.fromEntries(componentDiffs) as Json,
  };
}

/** The indexes that come and go with a push, by component. */
export function indexDiffs(before: App, after: App): Json {
  const diffs = [...after.components].map(([path, component]) => [
    path,
    indexDiff(before.components.get(path), component),
  ]);
  return Object.fromEntries(diffs) as Json;
}

function componentDiff(path: string, before: Loaded, after: Loaded): Json {
  const old = before.app.components.get(path);
  const now = after.app.components.get(path);
  const type =
    old === undefined ? "create" : now === undefined ? "unmount" : "modify";
  const modules = difference(
    moduleTexts(before.source, old),
    moduleTexts(after.source, now),
  );
  const crons = difference(cronTexts(old), cronTexts(now));
  return {
    diffType: { type },
    moduleDiff: { added: modules.added, removed: modules.removed },
    udfConfigDiff: null,
    cronDiff: {
      added: crons.added,
      updated: crons.changed,
      deleted: crons.removed,
    },
    indexDiff: indexDiff(old, now),
    schemaDiff: schemaDiff(old?.schema ?? null, now?.schema ?? null),
  };
}

function indexDiff(
  old: Component | undefined,
  now: Component | undefined,
): Json {
  const before = indexes(old?.schema ?? null);
  const after = indexes(now?.schema ?? null);
  const { added, removed, changed } = difference(before, after);
  const parse = (texts: Map<string, string>, names: readonly string[]) =>
    names.map((name) => JSON.parse(texts.get(name) ?? "null") as JSONValue);
  return {
    added_indexes: parse(after, [...added, ...changed]),
    removed_indexes: parse(before, [...removed, ...changed]),
    enabled_indexes: [],
    disabled_indexes: [],
  };
}

function indexes(schema: SchemaJson | null): Map<string, string> {
  const all = (schema?.tables ?? []).flatMap(({ tableName, indexes: list }) =>
    list.map(({ indexDescriptor, fields }) => {
      const name = `${tableName}.${indexDescriptor}`;
      return [
        name,
        JSON.stringify({ type: "database", name, fields }),
      ] as const;
    }),
  );
  return new Map(all);
}

function schemaDiff(
  before: SchemaJson | null,
  after: SchemaJson | null,
): Json | null {
  const previous = before && JSON.stringify(before);
  const next = after && JSON.stringify(after);
  if (previous === next) return null;
  return { previous_schema: previous, next_schema: next };
}

function moduleTexts(
  source: AppSource,
  component: Component | undefined,
): Map<string, string> {
  const code = [source.app, ...source.components].find(
    ({ definitionPath }) => definitionPath === component?.definitionPath,
  );
  const paths = code?.modules.map(({ path }) => path) ?? [];
  return new Map(
    paths
      .filter((path) => !path.startsWith("_deps/"))
      .map((path) => [path, ""]),
  );
}

function cronTexts(component: Component | undefined): Map<string, string> {
  const crons = component?.crons ?? [];
  return new Map(crons.map((spec) => [spec.identifier, JSON.stringify(spec)]));
}

function authTexts({ app }: Loaded): Map<string, string> {
  const texts = app.authProviders.map((p) => JSON.stringify(p));
  return new Map(texts.map((text) => [text, text]));
}

function difference(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
) {
  const names = [...after.keys()];
  return {
    added: names.filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: names.filter(
      (name) => before.has(name) && before.get(name) !== after.get(name),
    ),
  };
}
