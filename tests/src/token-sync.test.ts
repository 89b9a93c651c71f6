// @vitest-environment node
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  syncSignIn,
  syncSignOut,
  tokenSyncSettings,
} from "../../src/lib/session/token-sync";

type Call = { method: string | undefined; authorization: string | undefined };

let server: Server;
let url: string;
let status = 204;
const calls: Call[] = [];

beforeAll(async () => {
  server = createServer(({ method, headers }, response) => {
    calls.push({ method, authorization: headers.authorization });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/session`;
});
afterAll(() => server.close());
beforeEach(() => {
  calls.length = 0;
  status = 204;
});

/** A token as the deployment would have issued it so many seconds ago; the name has letters that base64 writes differently. */
function tokenIssued(secondsAgo: number): string {
  const iat = Math.floor(Date.now() / 1000) - secondsAgo;
  const payload = JSON.stringify({ iat, name: "Zoë ÿ?>" });
  return `e30.${Buffer.from(payload).toString("base64url")}.c2ln`;
}

const settings = () => ({ url, maxAgeSeconds: 300 });

test("a sign-in is told with the token", async () => {
  const token = tokenIssued(1);
  await syncSignIn(token, settings());
  expect(calls).toEqual([{ method: "POST", authorization: `Bearer ${token}` }]);
});

test("a token of an earlier visit is not told", async () => {
  await syncSignIn(tokenIssued(301), settings());
  await syncSignIn("no token", settings());
  expect(calls).toEqual([]);
});

test("a sign-out is told however old the token is", async () => {
  const token = tokenIssued(3_000);
  await syncSignOut(token, settings());
  expect(calls).toEqual([
    { method: "DELETE", authorization: `Bearer ${token}` },
  ]);
});

test("nobody hears of a system that refuses or cannot be reached", async () => {
  status = 500;
  await expect(syncSignIn(tokenIssued(1), settings())).resolves.toBeUndefined();
  const nowhere = { url: "http://127.0.0.1:9/", maxAgeSeconds: 300 };
  await expect(syncSignIn(tokenIssued(1), nowhere)).resolves.toBeUndefined();
  await expect(syncSignOut(tokenIssued(1), nowhere)).resolves.toBeUndefined();
});

test.each([
  ["60", 60],
  ["0", 0],
  [undefined, 300],
  ["soon", 300],
])("a maximum age of %o means %o seconds", (chosen, maxAgeSeconds) => {
  const env = {
    ...import.meta.env,
    VITE_TOKEN_SYNC_URL: url,
    ...(chosen !== undefined && { VITE_TOKEN_SYNC_MAX_AGE_SECONDS: chosen }),
  };
  expect(tokenSyncSettings(env)).toEqual({ url, maxAgeSeconds });
});
