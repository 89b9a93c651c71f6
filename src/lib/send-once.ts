import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { deploymentUrl } from "./deployment-url";

/**
 * Calls a public mutation by one plain request, for visitors who have no live connection. Without a connection it fails
 * at once instead of waiting for one; its code arrives with the first call.
 * @throws the refusal of the mutation, or an error when the deployment cannot be reached
 */
export async function sendOnce<
  Mutation extends FunctionReference<"mutation", "public">,
>(
  mutation: Mutation,
  args: FunctionArgs<Mutation>,
): Promise<FunctionReturnType<Mutation>> {
  const client = await plainClient();
  return client.mutation(mutation, args, { skipQueue: true });
}

/** The same for an action; whoever is signed in on this page has no part in it. */
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
