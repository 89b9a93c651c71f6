import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ConvexClient } from "convex/browser";
import { type FunctionReference, getFunctionName } from "convex/server";
import { expect, test } from "vitest";
import { adminApi, HEALTH_PATH } from "../../src/admin/admin-api";
import { RawSocket } from "../engine/raw-socket";
import {
  newClient,
  newHttpClient,
  type TestServer,
} from "../engine/test-server";
import { fillShelves, newAdministrator, startLibrary } from "./administrator";

const BIN = join(import.meta.dirname, "..", "..", "bin.js");
const anyArgs = {
  table: "books",
  tableName: "books",
  filters: null,
  paginationOpts: { numItems: 10, cursor: null },
  id: "x",
  ids: [],
  fields: {},
  document: {},
  documents: [{ title: "Emma", shelf: 1 }],
  toDelete: [],
};
const MUTATIONS = new Set<unknown>([
  adminApi.addDocuments,
  adminApi.patchDocuments,
  adminApi.replaceDocument,
  adminApi.deleteDocuments,
]);

type AnyQuery = FunctionReference<"query">;
type AnyMutation = FunctionReference<"mutation">;
type Caller = {
  query(reference: AnyQuery, args: object): Promise<unknown>;
  mutation(reference: AnyMutation, args: object): Promise<unknown>;
};

/** What each built-in function says to a caller. */
function answersTo(client: Caller): Promise<string[]> {
  const call = (reference: unknown) =>
    MUTATIONS.has(reference)
      ? client.mutation(reference as AnyMutation, anyArgs)
      : client.query(reference as AnyQuery, anyArgs);
  return Promise.all(
    Object.values(adminApi).map((reference) =>
      call(reference).then(
        (value) => JSON.stringify(value),
        (error: unknown) => String(error),
      ),
    ),
  );
}

/** The clients spell out the default export that this one leaves away. */
const names = Object.values(adminApi).map((reference) =>
  getFunctionName(reference as AnyQuery).replace(/:default$/, ""),
);

async function signedIn(server: TestServer): Promise<ConvexClient> {
  const token = await server.token("organiser");
  const client = newClient(server.url);
  client.setAuth(async () => token);
  return client;
}

async function clientsOf(server: TestServer): Promise<[string, Caller][]> {
  const { url } = server;
  const token = await server.token("organiser");
  const signedInHttp = newHttpClient(url);
  signedInHttp.setAuth(token);
  return [
    ["a stranger on the socket", newClient(url)],
    ["a stranger by request", newHttpClient(url)],
    ["an organiser on the socket", await signedIn(server)],
    ["an organiser by request", signedInHttp],
  ];
}

test("to all without the key no built-in function exists", async () => {
  const server = await startLibrary({ isProduction: false });
  await fillShelves(server, 1);
  for (const [who, client] of await clientsOf(server)) {
    const expected = names.map((name) =>
      expect.stringContaining(`Could not find public function for '${name}'`),
    );
    expect([who, await answersTo(client)]).toEqual([who, expected]);
  }
});

test("in production they say what any function says that does not exist", async () => {
  const server = await startLibrary();
  const withoutNames = (answer: string) =>
    answer.replace(/\[CONVEX \w\(\S+\)\] /, "").replace(/ID: \w+/, "ID");
  for (const [, client] of await clientsOf(server)) {
    const nothing = "books:none" as unknown as AnyQuery;
    const unknown: unknown = await client.query(nothing, {}).catch(String);
    const answers = await answersTo(client);
    expect(new Set(answers.map(withoutNames))).toEqual(
      new Set([withoutNames(String(unknown))]),
    );
  }
});

/** What a client that watches a query without arguments is told first. */
function firstAnswer(client: ConvexClient, name: string): Promise<string> {
  const reference = name as unknown as AnyQuery;
  return new Promise((resolve) => {
    client.onUpdate(
      reference,
      {},
      (value) => resolve(JSON.stringify(value)),
      (error) => resolve(String(error)),
    );
  });
}

test("what is watched is told to administrators alone, whoever asked first", async () => {
  const server = await startLibrary();
  await fillShelves(server, 1);
  const admin = newAdministrator(server);
  const strangers = [newClient(server.url), await signedIn(server)];
  const told = (name: string) => firstAnswer(admin, name);
  const refuse = async (name: string) => {
    for (const client of strangers) {
      expect(await firstAnswer(client, name)).toContain("Server Error");
    }
  };
  const [first, second] = [
    "books:secrets",
    "_system/cli/tables:default",
  ] as const;
  expect(await told(first)).not.toContain("Server Error");
  await refuse(first);
  await refuse(second);
  expect(await told(second)).not.toContain("Server Error");
});

test("a wrong key closes the socket that sent it", async () => {
  const raw = await RawSocket.connect((await startLibrary()).url);
  raw.authenticate(`embedded|${"0".repeat(64)}`, "Admin");
  await expect.poll(() => raw.ofType("AuthError")).toHaveLength(1);
  await expect.poll(() => raw.closeCode).not.toBeNull();
});

test("a key may have its deployment's type before it, and an identity after it", async () => {
  const { url, engine } = await startLibrary();
  const key = engine.keys.adminKey;
  const encoded = (identity: object) =>
    Buffer.from(JSON.stringify(identity)).toString("base64");
  const person = encoded({ issuer: "https://id.test", subject: "asha" });
  const statusOf = async (value: string) =>
    (await fetch(url + HEALTH_PATH, { headers: { authorization: value } }))
      .status;
  for (const [value, status] of [
    [key, 200],
    [`prod:${key}`, 200],
    [`${key}:${person}`, 200],
    [`prod:${key}:${person}`, 200],
    ["embedded|", 403],
    [key.slice(0, -1), 403],
    [`${key}0`, 403],
    [`${key}:no identity`, 401],
    [`${key}:`, 401],
    [`x|y:${person}`, 403],
    ["|".repeat(15_000), 403],
    [`${"x|y".repeat(5_000)}:${person}`, 403],
  ] as const)
    expect([value, await statusOf(`Convex ${value}`)]).toEqual([value, status]);
});

test("a new key ends the connections that the old one opened", async () => {
  const server = await startLibrary();
  const value = server.engine.keys.adminKey;
  const idle = await RawSocket.connect(server.url, "1");
  const busy = await RawSocket.connect(server.url, "2");
  const user = await RawSocket.connect(server.url, "3");
  idle.authenticate(value, "Admin");
  busy.authenticate(value, "Admin");
  user.addQuery(0, "books:titles", {});
  for (const raw of [idle, busy, user]) {
    await expect.poll(() => raw.ofType("Transition")).toHaveLength(1);
  }
  const authorization = `Convex ${value}`;
  const readLog = (cursor: number) =>
    fetch(`${server.url}/api/stream_function_logs?cursor=${cursor}`, {
      headers: { authorization },
    });
  const log = (await (await readLog(0)).json()) as { newCursor: number };
  const waitingForLog = readLog(log.newCursor);
  const command = [BIN, "admin-key", "--rotate"];
  const env = { ...process.env, DATA_DIR: server.dataDir };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, command, { env });
  expect(stdout).toMatch(/^embedded\|[0-9a-f]{64}\n$/);
  busy.mutate(0, names.find((name) => name.includes("addDocument")) ?? "", {
    table: "books",
    documents: [{ title: "Emma", shelf: 1 }],
  });
  await expect.poll(() => busy.closeCode).not.toBeNull();
  expect(busy.ofType("MutationResponse")).toEqual([]);
  expect(busy.ofType("AuthError")).toMatchObject([
    { error: "The provided admin key was invalid for this instance" },
  ]);
  await expect.poll(() => idle.closeCode).not.toBeNull();
  expect(idle.ofType("AuthError")).toHaveLength(1);
  expect(user.closeCode).toBeNull();
  user.mutate(0, "books:borrow", { reader: "ann" });
  expect((await waitingForLog).status).toBe(403);
  const fresh = { authorization: `Convex ${stdout.trim()}` };
  expect(
    (await fetch(server.url + HEALTH_PATH, { headers: fresh })).status,
  ).toBe(200);
});
