/**
 * The deployment in the place of `convex/react`: what its queries answer, live; which mutations were called, and what they
 * answer; whether there is a line, and who is signed in.
 */
import { getFunctionName, type FunctionReference } from "convex/server";
import { useSyncExternalStore, type ReactNode } from "react";
import { beforeEach, expect } from "vitest";
import type { Settings } from "#convex/settings/shared";
import { act } from "./rendering";

type Query = FunctionReference<"query">;
type Mutation = FunctionReference<"mutation">;
type Asked = { query: Query; args: { kind?: string } | "skip" };
/** The answer to the arguments: the same object each time. */
type Answer = (args: object) => unknown;

export const calls: [name: string, args: unknown][] = [];
/** What mutations do, by name; the others do nothing. */
export let responses: Record<string, (args: never) => Promise<unknown>> = {};
let answers: Record<string, unknown> = {};
let line = { isWebSocketConnected: true, hasEverConnected: true };
let auth = { isLoading: false, isAuthenticated: false };
const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function change(doIt: () => void) {
  act(() => {
    doIt();
    for (const tell of listeners) tell();
  });
}

/**
 * Begins anew: these answers, by the name of the query and its `kind`, no calls, a line, and nobody who is signed in. Where
 * no answer is named, it is null; where it is undefined, it is pending; where it is an error, the query fails; a function
 * gives the answer to the arguments.
 */
export function resetDeployment(all: Record<string, unknown> = {}): void {
  answers = { ...settings({}), ...all };
  responses = {};
  calls.length = 0;
  line = { isWebSocketConnected: true, hasEverConnected: true };
  auth = { isLoading: false, isAuthenticated: false };
}
beforeEach(() => resetDeployment());

/** Changes answers, on open pages too. */
export const answer = (changed: Record<string, unknown>): void =>
  change(() => (answers = { ...answers, ...changed }));

/** Answers about the settings: everything is open, but for what is given. */
export const settings = (given: Partial<Settings>) => ({
  "settings:current": { phase: "open", ...given },
  "settings:teamChanges": {
    state: given.teamChangesOpen === false ? "closed" : "open",
    closedSince: null,
    next: null,
  },
});

/** Loses the line, or brings it back. */
export const connect = (isWebSocketConnected: boolean): void =>
  change(() => (line = { ...line, isWebSocketConnected }));

/** Somebody is signed in, as this browser and the deployment know. */
export function signIn(uid: string): void {
  const claims = btoa(JSON.stringify({ sub: `${uid}|session` }));
  localStorage.setItem("__convexAuthJWT_test", `head.${claims}.signature`);
  change(() => (auth = { isLoading: false, isAuthenticated: true }));
}

/** Calls of this mutation are on their way, until the returned function is called with the answer. */
export function hold(name: string) {
  let arrive = (_answer?: unknown) => {};
  const held = new Promise((resolve) => (arrive = resolve));
  responses[name] = async () => held;
  return async (given?: unknown) => act(async () => arrive(given));
}

/** Waits until exactly these calls have been made. */
export async function expectCalls(...wanted: unknown[]): Promise<void> {
  await expect.poll(() => calls).toEqual(wanted);
}

function answerTo({ query, args }: Asked): unknown {
  if (args === "skip") return undefined;
  const name = getFunctionName(query) + (args.kind ?? "");
  const named = name in answers ? answers[name] : null;
  return typeof named === "function" ? (named as Answer)(args) : named;
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

function useAnswer(asked: Asked) {
  useSyncExternalStore(listen, () => answers);
  return answerTo(asked);
}

const connectionState = () => ({ ...line, inflightMutations: 0 });

/** The client of the page. */
export const convex = {
  mutation: mutate,
  query: async (query: Query, args = {}) => {
    const data = answerTo({ query, args });
    if (data instanceof Error) throw data;
    return data;
  },
  connectionState,
  subscribeToConnectionState: (tell: (state: object) => void) =>
    listen(() => tell(connectionState())),
  watchQuery: (query: Query, args = {}) => ({
    onUpdate: listen,
    localQueryResult: () => answerTo({ query, args }),
  }),
};

/** What takes the place of `convex/react`: see fresh-modules.ts. */
export const convexReact = () => ({
  ConvexProvider: ({ children }: { children: ReactNode }) => children,
  // Also for a class that extends it.
  ConvexReactClient: function ConvexReactClient() {
    return convex;
  },
  useConvex: () => convex,
  useConvexAuth: () => useSyncExternalStore(listen, () => auth),
  useConvexConnectionState: () => useSyncExternalStore(listen, () => line),
  useQuery_experimental: (asked: Asked) => {
    const data = useAnswer(asked);
    if (data instanceof Error) return { status: "error", error: data };
    return data === undefined
      ? { status: "pending" }
      : { status: "success", data };
  },
  useQuery: (query: Query, args = {}) => useAnswer({ query, args }),
  useQueries: (all: Record<string, Asked>) => {
    useSyncExternalStore(listen, () => answers);
    return Object.fromEntries(
      Object.entries(all).map(([key, asked]) => [key, answerTo(asked)]),
    );
  },
  useAction: () => async () => undefined,
  useMutation: mutatorOf,
});
