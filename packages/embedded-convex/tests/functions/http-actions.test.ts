import { beforeEach, expect, test } from "vitest";
import { silentLogger } from "../base/silent-logger";
import { openWorkbench, type Workbench } from "./workbench";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});

const request = (path: string, init?: RequestInit) => bench.request(path, init);

test("the longest matching prefix answers, and may call mutations", async () => {
  const init = { method: "POST", body: "by http" };
  const response = await request("/tasks/new/one", init);
  expect(response?.status).toBe(201);
  expect(await response?.text()).toBe("/tasks/new/one");
  expect(await bench.query("nesting:titles")).toEqual(["by http"]);
});

test("no route is no response", async () => {
  expect(await request("/elsewhere")).toBe(null);
  expect(await request("/who", { method: "POST" })).toBe(null);
  expect(await request("/__proto__")).toBe(null);
});

test("HEAD is answered by the route for GET", async () => {
  const response = await request("/who", { method: "HEAD" });
  expect(response?.status).toBe(200);
});

test.each([
  ["Bearer nonsense", "Could not parse"],
  ["Basic dTpw", "Invalid admin key"],
])("nobody is identified by the header %j", async (authorization, why) => {
  const headers = { authorization };
  const refused = await request("/who", { headers });
  expect(Object(await refused?.json()).code).toContain(why);
  // The header may be meant for the app, so a route that asks not is reached.
  const pulled = await request("/pulled", { headers });
  expect(await pulled?.text()).toBe("pulled");
});

test("an HTTP action goes on until its response has been streamed", async () => {
  const body = "one two three";
  const response = await request("/told", { method: "POST", body });
  expect(response?.headers.get("x-told")).toBe("yes");
  expect(await response?.text()).toBe("onetwothree");
  expect(await bench.query("nesting:titles")).toEqual(body.split(" "));
});

test("an HTTP action goes on when its client leaves in the middle of the response", async () => {
  const body = "one two three";
  const response = await request("/told", { method: "POST", body });
  const reader = response?.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("one");
  await reader?.cancel();
  await expect
    .poll(() => bench.query("nesting:titles"))
    .toEqual(body.split(" "));
});

test("an error while a response is streamed breaks it off and is logged", async () => {
  const errors: string[] = [];
  const error = (message: string) => errors.push(message);
  bench = await openWorkbench("workshop", {
    logger: { ...silentLogger, error },
  });
  const body = "one boom";
  const response = await request("/told", { method: "POST", body });
  await expect(response?.text()).rejects.toThrow("broken off");
  await expect.poll(() => errors.join()).toContain("POST /told failed");
  await bench.close();
});

test("a response without content may be made from an empty text", async () => {
  expect((await request("/reset"))?.status).toBe(205);
});

test("a failing handler is a 500 that tells developers why", async () => {
  const response = await request("/broken");
  expect(response?.status).toBe(500);
  const { code, trace } = Object(await response?.json()) as {
    code: string;
    trace: string;
  };
  expect(code).toMatch(
    /^\[Request ID: [0-9a-f]{16}\] Server Error: Uncaught Error: a secret detail$/,
  );
  expect(trace).toMatch(
    /^Uncaught Error: a secret detail\n {4}at \S+ \(\.\.\/workshop\/http\.ts:\d+:\d+\)\n$/,
  );
});
