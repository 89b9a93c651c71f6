import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { deploymentUrl } from "./deployment-url";

/** Calls a public mutation over HTTP, for visitors without a live connection; fails at once when offline. */
export async function sendOnce<
  Mutation extends FunctionReference<"mutation", "public">,
>(
  mutation: Mutation,
  args: FunctionArgs<Mutation>,
): Promise<FunctionReturnType<Mutation>> {
  const client = await plainClient();
  return client.mutation(mutation, args, { skipQueue: true });
}

/** The same for an action, which is called without the page's session. */
export async function actOnce<
  Action extends FunctionReference<"action", "public">,
>(
  action: Action,
  args: FunctionArgs<Action>,
): Promise<FunctionReturnType<Action>> {
  const client = await plainClient();
  return client.action(action, args);
}

async function plainClient() {
  const { ConvexHttpClient } = await import("convex/browser");
  return new ConvexHttpClient(deploymentUrl());
}
