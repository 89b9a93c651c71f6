import { expect, test, vi } from "vitest";
import { backend, expectRefusal, rowsIn } from "./setup";

const stored = () => rowsIn("subscribers");

test("subscribers.subscribe stores an address once, with the time of the first consent", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });

  const email = " Asha@Example.in ";
  expect(await backend.subscribers.subscribe({ email })).toBe(null);
  vi.setSystemTime(2_000_000);
  await backend.subscribers.subscribe({ email: "asha@example.in" });
  expect(await stored()).toMatchObject([
    { email: "asha@example.in", consentedAt: 1_000_000 },
  ]);
});

test("subscribers.subscribe stores an address once when two calls are concurrent", async () => {
  const email = "asha@example.in";
  await Promise.all([
    backend.subscribers.subscribe({ email }),
    backend.subscribers.subscribe({ email }),
  ]);
  expect(await stored()).toHaveLength(1);
});

test.each([
  ["", "required"],
  ["asha", "invalid_email"],
  [`${"x".repeat(250)}@example.in`, "invalid_email"],
])(
  "subscribers.subscribe refuses the address %j as %s",
  async (email, code) => {
    const call = backend.subscribers.subscribe({ email });
    await expectRefusal(call, code);
    expect(await stored()).toEqual([]);
  },
);
