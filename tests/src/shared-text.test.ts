import { expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { MAX_PROJECT_DESCRIPTION_LENGTH } from "#convex/shared/limits";
import { SharedText } from "../../src/routes/project/shared-text";

test("a text that is too long waits, unsent and whole, until it is shorter", async () => {
  const send = vi.fn<() => Promise<boolean>>(async () => true);
  const kept = { read: () => null, write: () => {}, clear: () => {} };
  const shared = new SharedText({ send, kept });
  const projectId = "kite" as Id<"projects">;
  shared.receive({ projectId, edition: 1, state: null, updates: [], seq: 0 });
  const longest = "a".repeat(MAX_PROJECT_DESCRIPTION_LENGTH);
  shared.type(`${longest}a`, 0);
  shared.flush();
  expect(send).not.toHaveBeenCalled();
  expect(shared.getView()).toMatchObject({
    text: `${longest}a`,
    isAtRisk: true,
    hasFailed: false,
  });

  shared.type(longest, 0);
  shared.flush();
  expect(send).toHaveBeenCalledOnce();
  await expect.poll(() => shared.getView().isAtRisk).toBe(false);
});
