import { useQuery_experimental } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import type { ReactNode } from "react";
import { isAppError } from "#convex/shared/errors";
import type { Live } from "../../../lib/use-live";
import { LoadFailure } from "../../../ui/load-failure";

/** Renders a live query in each of its states. */
export function Loaded<Data>({
  live,
  failure,
  skeleton,
  children,
}: {
  live: Live<Data>;
  failure: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  switch (live.status) {
    case "pending":
      return <div aria-busy="true">{skeleton}</div>;
    case "error":
      return <LoadFailure>{failure}</LoadFailure>;
    case "success":
      return children(live.data);
  }
}

/** Subscribes to a query for organisers. A refusal counts as pending: the guard is about to redirect. */
export function useOrganiserQuery<
  Query extends FunctionReference<"query", "public">,
>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): Live<FunctionReturnType<Query>> {
  const live = useQuery_experimental({ query, args });
  return live.status === "error" && isAppError(live.error)
    ? { status: "pending" }
    : live;
}
