import { expect, test } from "vitest";
import { failureOf, openWorkbench } from "./workbench";

test("the rate limiter component limits, by key", async () => {
  const bench = await openWorkbench("limits");
  await bench.mutation("tickets:draw", { person: "ann" });
  await bench.mutation("tickets:draw", { person: "ann" });
  const third = await bench.runMutation("tickets:draw", { person: "ann" });
  expect(failureOf(third).data).toMatchObject({
    kind: "RateLimited",
    name: "draw",
  });
  await bench.mutation("tickets:draw", { person: "bob" });
  await bench.time.advance(120_000);
  await bench.mutation("tickets:draw", { person: "ann" });
});

test("a mutation that fails gives its tickets back", async () => {
  const bench = await openWorkbench("limits");
  for (let n = 0; n < 5; n++) {
    const outcome = await bench.runMutation("tickets:drawAndFail", {
      person: "ann",
    });
    expect(failureOf(outcome).message).toContain("changed my mind");
  }
  expect(await bench.query("tickets:check", { person: "ann" })).toEqual({
    ok: true,
  });
});

test("components keep their tables to themselves", async () => {
  const bench = await openWorkbench("limits");
  await bench.mutation("tickets:draw", { person: "ann" });
  const names = (component: string): string[] =>
    bench.database
      .tables(component)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith("_"));
  expect(names("")).toEqual([]);
  expect(names("rateLimiter")).toContain("rateLimits");
  expect(names("rateLimiter/batchWorker")).toContain("workers");
});

test("clients cannot call a component's functions; an administrator can", async () => {
  const bench = await openWorkbench("limits");
  const call = {
    component: "rateLimiter",
    path: "time:getServerTime",
    args: [{}],
    requestId: "r",
  };
  const asUser = { kind: "user" as const, identity: null };
  const refused = await bench.functions.runMutation({
    ...call,
    caller: asUser,
  });
  expect(failureOf(refused).message).toMatch(/^Could not find public function/);
  const asAdmin = { kind: "admin" as const };
  const allowed = await bench.functions.runMutation({
    ...call,
    caller: asAdmin,
  });
  expect(allowed.ok).toBe(true);
});

test("the asynchronous limiter's worker runs through handles and jobs", async () => {
  const bench = await openWorkbench("limits");
  await bench.functions.start();
  await bench.mutation("tickets:drawLater", { person: "ann" });
  await bench.time.advance(10_000);
  const rows = bench.database.tables("rateLimiter");
  expect(rows.find(({ name }) => name === "rateLimits")?.count).toBe(1);
  expect(rows.find(({ name }) => name === "pendingUpdates")?.count).toBe(0);
});
