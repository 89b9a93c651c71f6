import { describe, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import { backend, codeOf, rowsIn } from "./setup";

const stored = () => rowsIn("subscribers");

describe("subscribers.subscribe", () => {
  test("stores an address once, with the time of the first consent", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });

    const email = " Asha@Example.in ";
    expect(await backend.mutation(api.subscribers.subscribe, { email })).toBe(
      null,
    );
    vi.setSystemTime(2_000_000);
    await backend.mutation(api.subscribers.subscribe, {
      email: "asha@example.in",
    });
    expect(await stored()).toMatchObject([
      { email: "asha@example.in", consentedAt: 1_000_000 },
    ]);
  });

  test("stores an address once when two calls are concurrent", async () => {
    const email = "asha@example.in";
    await Promise.all([
      backend.mutation(api.subscribers.subscribe, { email }),
      backend.mutation(api.subscribers.subscribe, { email }),
    ]);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ["", "required"],
    ["asha", "invalid_email"],
    [`${"x".repeat(250)}@example.in`, "invalid_email"],
  ])("refuses the address %j as %s", async (email, code) => {
    const call = backend.mutation(api.subscribers.subscribe, { email });
    expect(await codeOf(call)).toBe(code);
    expect(await stored()).toEqual([]);
  });
});
