import type { JSONValue, Value } from "convex/values";
import { z } from "zod";
import { UserError } from "../base/errors";
import type {
  Component,
  Deployment,
} from "../functions/definitions/deployment";
import type { PageCursors } from "../functions/reading/page-cursor";
import type { Transaction } from "../transaction/transaction";

/** What a built-in mutation may look at and change. */
export type SystemMutationContext = {
  transaction: Transaction;
  /** The component that the call is about. */
  component: string;
};

/** What a built-in query may look at; what it reads makes it live. */
export type SystemQueryContext = SystemMutationContext & {
  deployment: Deployment;
  environment: Readonly<Record<string, string>>;
  cursors: PageCursors;
  /** Where the query's page ended last time, and after it where it ends now. */
  journal: string | null;
};

/** Answers with an encoded value; throws UserError or ZodError for arguments. */
export type SystemQuery = (
  context: SystemQueryContext,
  args: Value,
) => JSONValue;

/** Like a query, but may write. */
export type SystemMutation = (
  context: SystemMutationContext,
  args: Value,
) => JSONValue;

const addressSchema = z.object({ componentId: z.string().nullish() });

/**
 * @param named the component that the call itself names
 * @returns the path of the component that a call is about; its arguments go
 *   before what the call names, as the data browser cannot name any
 * @throws UserError when there is no such component
 */
export function addressedComponent(
  deployment: Deployment,
  named: string,
  args: Value,
): string {
  const { componentId } = addressSchema.parse(args);
  return findComponent(deployment, componentId ?? named).path;
}

/** @throws UserError when there is no component at that path */
export function findComponent(deployment: Deployment, path: string): Component {
  const component = deployment.components.get(path);
  if (component !== undefined) return component;
  throw new UserError("ComponentNotFound", `There is no component ${path}`);
}

/** @throws UserError when there is no table of that name that may be shown */
export function requireTable(
  { transaction, component }: SystemMutationContext,
  table: string,
): void {
  if (transaction.table(component, table) !== null) return;
  throw new UserError("TableNotFound", `There is no table "${table}"`);
}
