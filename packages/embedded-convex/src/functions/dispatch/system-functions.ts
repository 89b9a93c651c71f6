import type { JSONValue, Value } from "convex/values";
import type { Transaction } from "../../transaction/transaction";
import { UserError } from "../../base/errors";
import type { Component, App } from "../app/app";
import type { PageCursors } from "../syscalls/page-cursor";

/**
 * The backend's own functions, by canonical path under `_system/`, for
 * administrators only.
 */
export type SystemFunctions = {
  queries: ReadonlyMap<string, SystemQuery>;
  mutations: ReadonlyMap<string, SystemMutation>;
};

/** Returns an encoded value; throws UserError or ZodError for its arguments. */
export type SystemQuery = (
  context: SystemQueryContext,
  args: Value,
) => JSONValue;

/** Like a query, but may write. */
export type SystemMutation = (
  context: SystemMutationContext,
  args: Value,
) => JSONValue;

export type SystemMutationContext = {
  transaction: Transaction;
  /** Path of the component that the call is about. */
  component: string;
};

/** What a system query can access; its reads become its read set. */
export type SystemQueryContext = SystemMutationContext & {
  app: App;
  environment: Readonly<Record<string, string>>;
  cursors: PageCursors;
  /** Where the query's page ended in its last run; the query updates it. */
  journal: string | null;
};

/** @throws UserError when there is no component at that path */
export function findComponent(app: App, path: string): Component {
  const component = app.components.get(path);
  if (component !== undefined) return component;
  throw new UserError(`There is no component ${path}`);
}
