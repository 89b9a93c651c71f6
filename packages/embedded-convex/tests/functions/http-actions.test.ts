import { expect, test } from "vitest";
import { openWorkbench, SITE_URL, type Workbench } from "./workbench";

function request(
  bench: Workbench,
  path: string,
  init?: RequestInit,
): Promise<Response | null> {
  return bench.functions.runHttpAction(new Request(`${SITE_URL}${path}`, init));
}

test("the longest matching prefix answers, and may call mutations", async () => {
  const bench = await openWorkbench();
  const init = { method: "POST", body: "by http" };
  const response = await request(bench, "/tasks/new/one", init);
  expect(response?.status).toBe(201);
  expect(await response?.text()).toBe("/tasks/new/one");
  expect(await bench.query("nesting:titles")).toEqual(["by http"]);
});

test("no route is no response", async () => {
  const bench = await openWorkbench();
  expect(await request(bench, "/elsewhere")).toBe(null);
  expect(await request(bench, "/who", { method: "POST" })).toBe(null);
  expect(await request(bench, "/__proto__")).toBe(null);
});

test("HEAD is answered by the route for GET", async () => {
  const bench = await openWorkbench();
  const response = await request(bench, "/who", { method: "HEAD" });
  expect(response?.status).toBe(200);
});

test("a bad token makes a request anonymous", async () => {
  const bench = await openWorkbench();
  const headers = { authorization: "Bearer nonsense" };
  const response = await request(bench, "/who", { headers });
  expect(await response?.json()).toEqual({ subject: null });
});

test("a failing handler is a 500 that tells developers why", async () => {
  const bench = await openWorkbench();
  const response = await request(bench, "/broken");
  expect(response?.status).toBe(500);
  const code = Object(await response?.json()).code as string;
  expect(code).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error\n/);
  expect(code).toContain("a secret detail");
});

test("in production a failing handler tells no details", async () => {
  const bench = await openWorkbench("workshop", { isProduction: true });
  const response = await request(bench, "/broken");
  expect(await response?.text()).not.toContain("secret");
});
