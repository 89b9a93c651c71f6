/**
 * Calls over Convex's HTTP API for visitors without a live connection. They can be made again: `withBotCheck` does it
 * when the line is back, and they need no code that is loaded later, which browsers may not fetch a second time.
 */
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
} from "convex/server";
import { ConvexError, type Value } from "convex/values";
import { callOverHttp } from "./deployment-url";

/**
 * Calls a public mutation. The arguments are what JSON can say.
 * @throws a refusal as a `ConvexError`; otherwise any error
 */
export function sendOnce<
  Mutation extends FunctionReference<"mutation", "public">,
>(mutation: Mutation, args: FunctionArgs<Mutation>): Promise<void> {
  return post("mutation", mutation, args);
}

/** The same for an action, which is called without the page's session. */
export function actOnce<Action extends FunctionReference<"action", "public">>(
  action: Action,
  args: FunctionArgs<Action>,
): Promise<void> {
  return post("action", action, args);
}

async function post(
  kind: "mutation" | "action",
  reference: FunctionReference<"mutation" | "action", "public">,
  args: unknown,
) {
  const path = getFunctionName(reference);
  const response = await callOverHttp(kind, { path, args, format: "json" });
  const answer = (await response.json()) as {
    status?: string;
    errorData?: Value;
  };
  if (answer.status === "success") return;
  if (answer.errorData !== undefined) throw new ConvexError(answer.errorData);
  throw new Error(`${kind} failed: ${response.status}`);
}
