import { join } from "node:path";
import type { ConvexClient } from "convex/browser";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { api } from "#convex/_generated/api";
import type { Doc, Id } from "#convex/_generated/dataModel";
import type { AppSource } from "../../packages/embedded-convex/src/functions/loading/app-source";
import { keptBundle } from "../../packages/embedded-convex/src/functions/loading/kept-bundle";
import {
  callerOn,
  type Caller,
  type Stage,
  type Watch,
} from "../scenarios/caller";
import {
  newClient,
  type TestServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { byHand } from "./by-hand";

const ROOT = join(import.meta.dirname, "../..");

/** The product's functions folder. */
export const PRODUCT_FUNCTIONS = join(ROOT, "convex");

const HASH_COST = "var ITERATIONS = 6e5;";

let quick: Promise<AppSource> | undefined;

/** The product's functions with a cheap password hash, for tests that do not depend on its cost. */
export function quickFunctions(): Promise<AppSource> {
  quick ??= keptBundle(PRODUCT_FUNCTIONS).then(({ app, components }) => {
    let hashes = 0;
    const modules = app.modules.map((module) => {
      const { commonJs } = module;
      if (!commonJs?.code.includes(HASH_COST)) return module;
      hashes++;
      const code = commonJs.code.replace(HASH_COST, "var ITERATIONS = 1;");
      return { ...module, commonJs: { ...commonJs, code } };
    });
    if (hashes !== 1) throw new Error(`${hashes} modules have ${HASH_COST}`);
    return { app: { ...app, modules }, components };
  });
  return quick;
}

export const PASSWORD = "correct horse 36";

/** A stage for the scenarios: users with unmodified clients, each with its own connection. */
export function clientStage(server: TestServer, clock: Stage["clock"]): Stage {
  const { url } = server;
  const stranger = newClient(url);
  const appointed = async (name: string, role: Doc<"users">["role"]) =>
    callerOf((await enter(server, name, role)).client);
  return {
    clock,
    stranger: () => callerOf(stranger),
    signUp: async (name) =>
      callerOf(signedIn(url, await signUp(stranger, name))),
    organiser: (name) => appointed(name, "organiser"),
    judge: (name) => appointed(name, "judge"),
    upload: async (address, file) => {
      const response = await fetch(address, { method: "POST", body: file });
      return ((await response.json()) as { storageId: Id<"_storage"> })
        .storageId;
    },
  };
}

/** Signs a user up; returns their token. */
export async function signUp(
  client: ConvexClient,
  name: string,
  email = `${name.toLowerCase()}@example.in`,
): Promise<string> {
  const { tokens } = await client.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signUp", name, email, password: PASSWORD },
  });
  if (!tokens) throw new Error("signed up without tokens");
  return tokens.token;
}

/** Returns a client that is signed in with `token`. */
export function signedIn(url: string, token: string): ConvexClient {
  const client = newClient(url);
  client.setAuth(async () => token);
  return client;
}

/** A person who has signed up, with a role if it is given. */
export async function enter(
  server: Pick<TestServer, "url" | "engine">,
  name: string,
  role?: Doc<"users">["role"],
) {
  const token = await signUp(newClient(server.url), name);
  const client = signedIn(server.url, token);
  const me = await client.query(api.users.me, {});
  if (me === null) throw new Error("signed up without a profile");
  const { _id: uid } = me;
  if (role !== undefined) await byHand(server).edit("users", uid, { role });
  return { client, token, uid };
}

function callerOf(client: ConvexClient): Caller {
  return callerOn({
    query: (of, args) => client.query(of, args),
    mutation: (of, args) => client.mutation(of, args),
    action: (of, args) => client.action(of, args),
    watch: (of, args) => watching(client, of, args),
  });
}

/** Subscribes to a query until the client is closed. */
export function watching<Of extends FunctionReference<"query">>(
  client: ConvexClient,
  of: Of,
  args: FunctionArgs<Of>,
): Watch<FunctionReturnType<Of>> {
  let latest: { answer: FunctionReturnType<Of> } | undefined;
  const waiting = new Set<() => void>();
  client.onUpdate(of, args, (answer) => {
    latest = { answer };
    for (const look of waiting) look();
  });
  return {
    until: (isWanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (latest === undefined || !isWanted(latest.answer)) return;
          waiting.delete(look);
          resolve(latest.answer);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Executions of each function since the last call. */
export async function newRuns(
  { url, engine }: TestServer,
  cursor = 0,
): Promise<{ runs: Record<string, number>; cursor: number }> {
  const response = await fetch(
    `${url}/api/stream_function_logs?cursor=${cursor}`,
    { headers: { authorization: `Convex ${engine.keys.adminKey}` } },
  );
  const { entries, newCursor } = (await response.json()) as {
    entries: { identifier: string }[];
    newCursor: number;
  };
  const runs: Record<string, number> = {};
  for (const { identifier } of entries)
    runs[identifier] = (runs[identifier] ?? 0) + 1;
  return { runs, cursor: newCursor };
}
