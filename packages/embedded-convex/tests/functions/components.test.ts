import { expect, test } from "vitest";
import type { Caller } from "../../src/functions/calls/call-and-outcome";
import { nobody } from "./person";
import { failureOf, openWorkbench } from "./workbench";

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

test("clients cannot call a component's functions; an administrator can", async () => {
  const bench = await openWorkbench("limits");
  const call = {
    component: "rateLimiter",
    path: "time:getServerTime",
    args: [{}],
    requestId: "r",
  };
  const runAs = (caller: Caller) =>
    bench.functions.runMutation({ ...call, caller });
  expect(failureOf(await runAs(nobody)).message).toMatch(
    /^Could not find public function/,
  );
  expect(await runAs({ kind: "admin" })).toMatchObject({ ok: true });
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
