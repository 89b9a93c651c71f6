/**
 * The deployment as the hooks of `convex/react` show it to a page: what its queries answer, and
 * which of its mutations were called.
 */
import { getFunctionName, type FunctionReference } from "convex/server";
import { useSyncExternalStore } from "react";
import { vi } from "vitest";
import { act } from "./rendering";

export const calls: [name: string, args: unknown][] = [];
let answers: Record<string, unknown> = {};
const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Begins anew: these answers, by the name of the query and its `kind`, and no calls. */
export function resetDeployment(all: Record<string, unknown> = {}): void {
  answers = all;
  calls.length = 0;
}

/** Changes answers, on open pages too. */
export function answer(changed: Record<string, unknown>): void {
  act(() => {
    answers = { ...answers, ...changed };
    for (const tell of listeners) tell();
  });
}

/** What `vi.mock` puts in the place of `convex/react`. */
export async function convexReact() {
  return {
    ...(await vi.importActual<object>("convex/react")),
    useConvex: () => ({}),
    useQuery_experimental: (asked: {
      query: FunctionReference<"query">;
      args: { kind?: string };
    }) => {
      const name = getFunctionName(asked.query) + (asked.args.kind ?? "");
      const data = useSyncExternalStore(listen, () => answers)[name] ?? null;
      return { status: "success", data };
    },
    useMutation: (mutation: FunctionReference<"mutation">) => {
      const call = async (args: unknown) => {
        calls.push([getFunctionName(mutation), args]);
      };
      return Object.assign(call, { withOptimisticUpdate: () => call });
    },
  };
}
