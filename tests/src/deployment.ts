/**
 * The deployment as the hooks of `convex/react` show it to a page: what its queries answer, and
 * which of its mutations were called.
 */
import { getFunctionName, type FunctionReference } from "convex/server";
import { useSyncExternalStore } from "react";
import { vi } from "vitest";
import { act } from "./rendering";

type Query = FunctionReference<"query">;
type Mutation = FunctionReference<"mutation">;

export const calls: [name: string, args: unknown][] = [];
/** What mutations do, by name; the others do nothing. */
export let responses: Record<string, (args: never) => Promise<unknown>> = {};
let answers: Record<string, unknown> = {};
const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Begins anew: these answers, by the name of the query and its `kind`, and no calls. Where none
 * is named, it is null; where it is undefined, it is pending; where it is an error, the query fails; a function gives
 * the answer to the arguments, the same object each time.
 */
export function resetDeployment(all: Record<string, unknown> = {}): void {
  answers = all;
  responses = {};
  calls.length = 0;
}

/** Changes answers, on open pages too. */
export function answer(changed: Record<string, unknown>): void {
  act(() => {
    answers = { ...answers, ...changed };
    for (const tell of listeners) tell();
  });
}

const mutate = async (mutation: Mutation, args: unknown) => {
  const name = getFunctionName(mutation);
  calls.push([name, args]);
  return responses[name]?.(args as never);
};

/** As the hook gives them: the same function at each render. */
const mutators = new Map<string, object>();
function mutatorOf(mutation: Mutation) {
  const name = getFunctionName(mutation);
  const call = async (args: unknown) => mutate(mutation, args);
  const known = mutators.get(name);
  const mutator =
    known ?? Object.assign(call, { withOptimisticUpdate: () => call });
  mutators.set(name, mutator);
  return mutator;
}

/** The client of the page, with a line. */
export const convex = {
  mutation: mutate,
  query: async (query: Query) => {
    const data = answers[getFunctionName(query)];
    if (data instanceof Error) throw data;
    return data;
  },
  connectionState: () => ({ isWebSocketConnected: true }),
  subscribeToConnectionState: () => () => {},
  watchQuery: (query: Query) => ({
    onUpdate: () => () => {},
    localQueryResult: () => answers[getFunctionName(query)],
  }),
};

/** What `vi.mock` puts in the place of `convex/react`. */
export async function convexReact() {
  return {
    ...(await vi.importActual<object>("convex/react")),
    useConvex: () => convex,
    useQuery_experimental: (asked: {
      query: Query;
      args: { kind?: string };
    }) => {
      const name = getFunctionName(asked.query) + (asked.args.kind ?? "");
      const all = useSyncExternalStore(listen, () => answers);
      const named = name in all ? all[name] : null;
      const data: unknown =
        typeof named === "function" ? named(asked.args) : named;
      if (data instanceof Error) return { status: "error", error: data };
      return data === undefined
        ? { status: "pending" }
        : { status: "success", data };
    },
    useAction: () => async () => undefined,
    useMutation: mutatorOf,
  };
}
