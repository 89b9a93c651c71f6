import { useConvex, useQuery_experimental } from "convex/react";
import {
  getFunctionName,
  makeFunctionReference,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { useEffect, useState, type ReactNode } from "react";
import { isAppError } from "#convex/platform/shared/errors";
import { useDeploymentMinute } from "../../../features/clock/deployment-clock";
import type { Live } from "../../../lib/connection/use-live";
import { LoadFailure } from "../../../ui/load-failure";

const HOUR_MS = 3_600_000;

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

/** For queries without arguments. */
const NONE = {};

/**
 * Asks when the page opens, every hour and when `since` changes, and does not subscribe: for what reads so many rows that
 * each change of one would cost too much.
 * @param args the same object for as long as they are the same
 */
export function useOrganiserAnswer<
  Query extends FunctionReference<"query", "public">,
>(
  query: Query,
  args: FunctionArgs<Query> | "skip" = NONE,
  since = "",
): Live<FunctionReturnType<Query>> {
  const hour = Math.floor(useDeploymentMinute() / HOUR_MS);
  // `api` gives another reference at each render.
  const name = getFunctionName(query);
  const convex = useConvex();
  const [answer, setAnswer] = useState<
    Live<FunctionReturnType<Query>> & { to?: unknown }
  >({ status: "pending" });
  useEffect(() => {
    if (args === "skip") return;
    let isOver = false;
    const set = (given: typeof answer) => {
      if (!isOver) setAnswer({ ...given, to: args });
    };
    // Throws at once what it knows as broken.
    const ask = async () =>
      convex.query(makeFunctionReference<"query">(name), args);
    ask().then(
      (data: FunctionReturnType<Query>) => set({ status: "success", data }),
      (error: unknown) => {
        if (!isAppError(error)) set({ status: "error" });
      },
    );
    return () => {
      isOver = true;
    };
  }, [convex, name, args, hour, since]);
  return answer.to === args ? answer : { status: "pending" };
}
