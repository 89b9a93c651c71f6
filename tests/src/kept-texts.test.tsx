import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Kept, KeptText } from "../../src/lib/outbox/kept-texts";
import { TabLocks } from "./tab-locks";

const locks = new TabLocks();
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("navigator", { locks });
});
afterEach(() => {
  locks.closeAll();
});

/** A tab of Asha, in which she looks at the name of her project. */
async function openTab(): Promise<KeptText> {
  vi.resetModules();
  const { keptText } = await import("../../src/lib/outbox/kept-texts");
  return keptText("kite", "asha", "name");
}

function found(kept: KeptText) {
  const texts: string[] = [];
  const drops: (() => void)[] = [];
  const end = kept.left(({ text }: Kept, drop) => {
    texts.push(text);
    drops.push(drop);
  });
  return { texts, drops, end };
}

test("what two closed tabs have left is both there, until it is dropped", async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.write({ text: "One", base: "" });
  other.write({ text: "Two", base: "" });
  locks.closeAll();
  const { texts, drops } = found(await openTab());
  await expect.poll(() => texts.toSorted()).toEqual(["One", "Two"]);
  for (const drop of drops) drop();
  expect(localStorage).toHaveLength(0);
});

test("a tab does not take what an open one has typed, until that closes", async () => {
  const one = await openTab();
  one.write({ text: "One", base: "" });
  const other = await openTab();
  const { texts } = found(other);
  await Promise.resolve();
  expect(texts).toEqual([]);
  other.write({ text: "Two", base: "" });
  other.clear();
  expect(localStorage).toHaveLength(1);
  locks.closeAll();
  await expect.poll(() => texts).toEqual(["One"]);
});

test("a page that is opened again in the same tab finds what it kept, and deletes it once it is saved", async () => {
  const kept = await openTab();
  kept.write({ text: "One", base: "" });
  const { keptText } = await import("../../src/lib/outbox/kept-texts");
  const again = keptText("kite", "asha", "name");
  const { texts } = found(again);
  expect(texts).toEqual(["One"]);
  again.write({ text: "Two", base: "" });
  // The page before may still hear that "One" is saved.
  kept.clear();
  expect(localStorage).toHaveLength(1);
  again.clear();
  expect(localStorage).toHaveLength(0);
});

test("without locks, what other tabs kept is taken at once", async () => {
  vi.stubGlobal("navigator", {});
  const one = await openTab();
  one.write({ text: "One", base: "" });
  const { texts } = found(await openTab());
  await expect.poll(() => texts).toEqual(["One"]);
});
