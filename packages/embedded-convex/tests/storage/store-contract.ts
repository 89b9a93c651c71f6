import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ClosedError } from "../../src/base/errors";
import type {
  DocumentStore,
  StoreRecord,
} from "../../src/storage/document-store";

/** Opens a store, again and again at the same place. */
type Open = () => Promise<DocumentStore>;

/** Returns all records of `store`, in the order it yields them. */
export async function recordsOf(store: DocumentStore): Promise<StoreRecord[]> {
  const all: StoreRecord[] = [];
  for await (const records of store.records()) all.push(...records);
  return all.map(([key, text]) => [key, text]);
}

/**
 * Defines the tests that every store passes.
 *
 * @param makePlace returns a new, empty place
 */
export function storeContract(
  name: string,
  makePlace: () => Promise<Open>,
): void {
  describe(`${name} as a document store`, () => {
    let open: Open;
    let store: DocumentStore;

    beforeEach(async () => {
      open = await makePlace();
      store = await open();
    });

    afterEach(() => store.close());

    async function reopen(): Promise<void> {
      await store.close();
      store = await open();
    }

    test("is empty at first", async () => {
      expect(await recordsOf(store)).toEqual([]);
    });

    test("yields the records that were written, also after reopening", async () => {
      await store.write([{ key: "a", text: "1" }]);
      await store.write([{ key: "b", text: '{"text":"é\u{1f600}\\u0000"}' }]);
      const written = [
        ["a", "1"],
        ["b", '{"text":"é\u{1f600}\\u0000"}'],
      ];
      expect(await recordsOf(store)).toEqual(written);
      await reopen();
      expect(await recordsOf(store)).toEqual(written);
    });

    test("keeps only the newest text of a key", async () => {
      await store.write([{ key: "a", text: "old" }]);
      await store.write([{ key: "a", text: "new" }]);
      expect(await recordsOf(store)).toEqual([["a", "new"]]);
      await reopen();
      expect(await recordsOf(store)).toEqual([["a", "new"]]);
    });

    test("removes deleted records", async () => {
      await store.write([
        { key: "a", text: "1" },
        { key: "b", text: "2" },
      ]);
      await store.write([
        { key: "a", text: null },
        { key: "never there", text: null },
      ]);
      expect(await recordsOf(store)).toEqual([["b", "2"]]);
      await reopen();
      expect(await recordsOf(store)).toEqual([["b", "2"]]);
    });

    test("applies the changes of one write in order", async () => {
      await store.write([
        { key: "a", text: "1" },
        { key: "a", text: null },
        { key: "b", text: null },
        { key: "b", text: "2" },
      ]);
      expect(await recordsOf(store)).toEqual([["b", "2"]]);
    });

    test("writes nothing when the list is empty", async () => {
      await store.write([]);
      expect(await recordsOf(store)).toEqual([]);
    });

    test("yields thousands of records in key order", async () => {
      const count = 3500;
      const keys = Array.from({ length: count }, (_, i) => {
        const shuffled = (i * 1789) % count;
        return `d/${String(shuffled).padStart(5, "0")}`;
      });
      await store.write(keys.map((key) => ({ key, text: `of ${key}` })));
      await reopen();
      const records = await recordsOf(store);
      expect(records.map(([key]) => key)).toEqual([...keys].sort());
      expect(records.every(([key, text]) => text === `of ${key}`)).toBe(true);
    });

    test("stores a large text completely", async () => {
      const text = "0123456789".repeat(100_000);
      await store.write([{ key: "large", text }]);
      await reopen();
      expect(await recordsOf(store)).toEqual([["large", text]]);
    });

    test("finishes a running write when it is closed", async () => {
      const written = store.write([{ key: "a", text: "1" }]);
      await store.close();
      await written;
      store = await open();
      expect(await recordsOf(store)).toEqual([["a", "1"]]);
    });

    test("may be closed twice", async () => {
      await store.close();
      await expect(store.close()).resolves.toBeUndefined();
    });

    test("rejects every call after it was closed", async () => {
      await store.close();
      await expect(store.write([{ key: "a", text: "1" }])).rejects.toThrow(
        ClosedError,
      );
      await expect(recordsOf(store)).rejects.toThrow(ClosedError);
    });
  });
}
