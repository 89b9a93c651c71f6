import type { ConvexClient, ConvexHttpClient } from "convex/browser";
import { type ApiFromModules, anyApi } from "convex/server";
import { ConvexError, type Value } from "convex/values";
import { expect } from "vitest";
import { adminApi, type RefusalData } from "../../src/admin/admin-api";
import {
  fixture,
  newClient,
  newHttpClient,
  startServer,
  type TestServer,
} from "../engine/test-server";
import type * as booksModule from "../fixtures/library/books";

/** The clients have it, but their types keep quiet about it. */
type WithAdminAuth = { setAdminAuth(key: string): void };

/** The functions of the fixture. */
export const { books } = anyApi as unknown as ApiFromModules<{
  books: typeof booksModule;
}>;

/** A server that runs the library. */
export function startLibrary(
  options: Parameters<typeof startServer>[0] = {},
): Promise<TestServer> {
  return startServer({ functions: fixture("library"), ...options });
}

/** A library with so many books, and an administrator of it. */
export async function openLibrary(count: number) {
  const server = await startLibrary();
  await fillShelves(server, count);
  return { server, admin: newHttpAdministrator(server) };
}

/** A client with the admin key, over the socket. */
export function newAdministrator(
  { url, engine }: TestServer,
  key = engine.keys.adminKey,
): ConvexClient {
  const client = newClient(url);
  const { client: base } = client as unknown as { client: WithAdminAuth };
  base.setAdminAuth(key);
  return client;
}

/** A client with the admin key, request by request. */
export function newHttpAdministrator({
  url,
  engine,
}: TestServer): ConvexHttpClient {
  const client = newHttpClient(url);
  (client as unknown as WithAdminAuth).setAdminAuth(engine.keys.adminKey);
  return client;
}

/** Why a call was refused; fails when it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<RefusalData> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConvexError);
  return (error as ConvexError<RefusalData>).data;
}

/** Changes of a table's documents, as the data browser makes them. */
export function editorOf(
  admin: Pick<ConvexHttpClient, "mutation">,
  table = "books",
) {
  type Fields = Record<string, Value>;
  return {
    add: (...documents: Fields[]) =>
      admin.mutation(adminApi.addDocuments, { table, documents }),
    patch: (ids: string[], fields: Fields, unset?: string[]) =>
      admin.mutation(adminApi.patchDocuments, { table, ids, fields, unset }),
    replace: (id: string, document: Fields) =>
      admin.mutation(adminApi.replaceDocument, { id, document }),
    remove: (...ids: string[]) =>
      admin.mutation(adminApi.deleteDocuments, {
        toDelete: ids.map((id) => ({ tableName: table, id })),
      }),
  };
}

/** Sends a request with the admin key. */
export function askAsAdmin(
  { url, engine }: TestServer,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const authorization = `Convex ${engine.keys.adminKey}`;
  return fetch(url + path, { ...init, headers: { authorization } });
}

/** Puts so many books on the shelves: ten to a shelf, titles in order. */
export async function fillShelves(
  server: TestServer,
  count: number,
): Promise<void> {
  const admin = newHttpAdministrator(server);
  const fill = books.fill as unknown as Parameters<typeof admin.mutation>[0];
  const most = 1000;
  for (let from = 0; from < count; from += most) {
    await admin.mutation(fill, { from, to: Math.min(from + most, count) });
  }
}
