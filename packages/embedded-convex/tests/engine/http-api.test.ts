import type { GenericId as Id } from "convex/values";
import { beforeAll, expect, test } from "vitest";
import { messages, people } from "./chat-api";
import {
  fixture,
  newHttpClient,
  postJson,
  startServer,
  type TestServer,
} from "./test-server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});

const post = (path: string, body: unknown, headers = {}) =>
  postJson(server.url + path, body, headers);

const json = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as Record<string, unknown>;

test("the HTTP client runs functions of every kind", async () => {
  const client = newHttpClient(server.url);
  await client.mutation(messages.send, { channel: "hi", body: "hi" });
  expect(await client.query(messages.list, { channel: "hi" })).toEqual(["hi"]);
  expect(await client.action(people.echo, { value: 5n })).toEqual({
    value: 5n,
    subject: null,
  });
  expect(await client.query(people.values, {})).toEqual({
    big: 2n ** 60n,
    infinite: Number.POSITIVE_INFINITY,
  });
});

test("plain JSON is the default of the API, and kept nowhere", async () => {
  const response = await post("/api/query", { path: "people:values" });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("content-security-policy")).toBeNull();
  expect(await json(response)).toEqual({
    status: "success",
    value: { big: "1152921504606846976", infinite: "Infinity" },
    logLines: [],
  });
});

test("queries at a timestamp do not see later commits", async () => {
  const { ts } = await json(post("/api/query_ts", ""));
  await post("/api/mutation", {
    path: "messages:send",
    args: { channel: "later", body: "later" },
  });
  const query = { path: "messages:count", args: { channel: "later" } };
  expect(await json(post("/api/query_at_ts", { ...query, ts }))).toMatchObject({
    value: 0,
  });
  expect(await json(post("/api/query", query))).toMatchObject({ value: 1 });
});

test.each([
  ["malformed JSON", "{", 400, "BadJsonBody"],
  ["no object", "[]", 400, "BadJsonBody"],
  ["no path", "{}", 400, "BadConvexFunctionIdentifier"],
  ["a number as path", '{"path":5}', 400, "BadConvexFunctionIdentifier"],
  ["text as arguments", '{"path":"a","args":"x"}', 400, "BadJsonBody"],
  ["nothing", "", 400, "BadJsonBody"],
])("%s is a bad request", async (_name, body, status, code) => {
  for (const kind of ["query", "mutation", "action", "function"]) {
    const response = await post(`/api/${kind}`, body);
    expect(response.status).toBe(status);
    expect(await json(response)).toEqual({ code, message: expect.any(String) });
  }
});

test.each([
  ["Bearer nonsense", 401, expect.any(String)],
  ["Basic abc", 401, "AuthenticationError"],
  ["Convex embedded|00", 403, "BadAdminKey"],
])(
  "%s is refused before anything runs",
  async (authorization, status, code) => {
    const body = { path: "people:me" };
    const response = await post("/api/query", body, { authorization });
    expect(response.status).toBe(status);
    expect(await json(response)).toMatchObject({ code });
  },
);

test("pages of other origins may use the API", async () => {
  const origin = "https://elsewhere.example";
  const preflight = await fetch(`${server.url}/api/query`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-headers": "authorization" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
  const answer = await post("/api/query", { path: "people:me" }, { origin });
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
});

test.each(["/echo", "/http/echo"])(
  "the app's own route answers at %s",
  async (path) => {
    const response = await post(path, "body");
    expect(response.status).toBe(201);
    expect(await response.text()).toBe("/echo body");
    expect(response.headers.get("x-method")).toBe("POST");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  },
);

test("an app's HTTP prefix is before its own routes, and not before its mounts", async () => {
  const { url } = await startServer({ functions: fixture("prefixed") });
  const answers: [string, string, number][] = [
    ["POST", "/api/echo", 201],
    ["POST", "/http/api/echo", 201],
    ["POST", "/echo", 404],
    ["GET", "/shop/closed", 200],
    ["GET", "/api/shop/closed", 404],
  ];
  for (const [method, path, status] of answers) {
    const answer = await fetch(url + path, { method });
    expect([path, answer.status]).toEqual([path, status]);
  }
});

test("a route that fails reveals nothing about its error", async () => {
  const response = await fetch(`${server.url}/broken`);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    code: expect.stringMatching(/^\[Request ID: [0-9a-f]{16}\] Server Error$/),
  });
});

test("an HTTP action learns that its client has left, and goes on", async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const response = await fetch(`${server.url}/stay`, { signal });
  const first = await response.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe("stay");
  leaving.abort();
  const client = newHttpClient(server.url);
  await expect
    .poll(() => client.query(messages.list, { channel: "stay" }))
    .toEqual(["left"]);
  await expect
    .poll(() => server.log.join("\n"))
    .toContain("http GET /stay: [LOG] 'left'");
  expect(server.log.join("\n")).not.toContain("A request failed");
});

test("without a page, other paths are not found", async () => {
  for (const path of [
    "/",
    "/nowhere",
    "/http/nowhere",
    "/api/nowhere",
    "//x",
  ]) {
    expect((await fetch(server.url + path)).status).toBe(404);
  }
});

test("a file can be uploaded and downloaded", async () => {
  const client = newHttpClient(server.url);
  const body = "<script>alert(1)</script>";
  const upload = await fetch(await client.mutation(people.uploadUrl, {}), {
    method: "POST",
    headers: { "content-type": "text/html" },
    body,
  });
  const { storageId } = await json(upload);
  const address = await client.query(people.fileUrl, {
    storageId: storageId as Id<"_storage">,
  });
  const download = await fetch(String(address));
  expect(await download.text()).toBe(body);
  expect(download.headers.get("content-type")).toBe("text/html");
  expect(download.headers.get("content-security-policy")).toContain("sandbox");
  expect(download.headers.get("accept-ranges")).toBe("bytes");
  for (const [range, status, part, contentRange] of [
    ["bytes=1-6", 206, "script", "bytes 1-6/25"],
    ["bytes=-9", 206, "</script>", "bytes 16-24/25"],
    ["bytes=25-", 416, "", "bytes */25"],
    ["bytes=0-1,3-4", 416, "", "bytes */25"],
    ["lines=1-2", 200, body, null],
  ] as const) {
    const answer = await fetch(String(address), { headers: { range } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe(part);
    expect(answer.headers.get("content-range")).toBe(contentRange);
  }
  const empty = await fetch(await client.mutation(people.uploadUrl, {}), {
    method: "POST",
    body: "",
  });
  const stored = await json(empty);
  const emptyAddress = await client.query(people.fileUrl, {
    storageId: stored.storageId as Id<"_storage">,
  });
  const nothing = await fetch(String(emptyAddress), {
    headers: { range: "bytes=0-0" },
  });
  expect(nothing.status).toBe(200);
  expect(nothing.headers.get("content-range")).toBe(null);
});

test.each([
  ["POST", "/api/storage/upload?token=forged", 401],
  ["POST", "/api/storage/upload", 401],
  ["GET", "/api/storage/00000000-0000-0000-0000-000000000000", 404],
  ["GET", "/api/storage/..%2f..%2fkeys.json", 400],
])("%s %s leads nowhere", async (method, path, status) => {
  expect((await fetch(server.url + path, { method })).status).toBe(status);
});

test("the server reports its version", async () => {
  const response = await fetch(`${server.url}/version`);
  expect(await response.text()).toMatch(/^\d+\.\d+\.\d+/);
});

test.each([
  ["http://127.0.0.1:3000", null],
  ["https://hack.example", "max-age=31536000"],
])(
  "every answer of %s says that types are not guessed, and whether TLS stays",
  async (publicUrl, tls) => {
    const { url, log } = await startServer({ publicUrl });
    const paths = [
      "/version",
      "/.well-known/jwks.json",
      "/http/nowhere",
      "/nowhere",
      "/api/query?path=messages:count&args=%7B%22channel%22:%22a%22%7D",
      "/api/query?path=messages:count&args=nothing",
      "/api/storage/00000000-0000-4000-8000-000000000000",
      "/api/1.48.0/sync",
    ];
    for (const path of paths) {
      const { headers } = await fetch(url + path);
      const nosniff = headers.get("x-content-type-options");
      const hsts = headers.get("strict-transport-security");
      expect([path, nosniff, hsts]).toEqual([path, "nosniff", tls]);
    }
    expect(log).toEqual([]);
  },
);
