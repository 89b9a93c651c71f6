import { useQuery_experimental } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { isAppError } from "../../../convex/shared/errors";
import type { Live } from "../../lib/use-live";

/**
 * Subscribes to what organisers see. A failure is shown where the result would be and never in a toast: whoever is
 * dismissed while looking is refused in the moment in which the guard shows them out, and sees no failure at all.
 */
export function useOrganiserQuery<
  Query extends FunctionReference<"query", "public">,
>(query: Query, args: FunctionArgs<Query>): Live<FunctionReturnType<Query>> {
  const live = useQuery_experimental({ query, args });
  return live.status === "error" && isAppError(live.error)
    ? { status: "pending" }
    : live;
}
