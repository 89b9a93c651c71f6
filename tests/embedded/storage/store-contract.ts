import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ClosedError } from "../../../embedded/base/errors";
import type {
  DocumentStore,
  StoreRecord,
} from "../../../embedded/storage/document-store";

/** A place that a store can be opened at again and again. */
export type StorePlace = {
  open(): Promise<DocumentStore>;
  remove(): Promise<void>;
};

/** @returns all records of `store`, in the order it yields them */
export async function recordsOf(store: DocumentStore): Promise<StoreRecord[]> {
  const all: StoreRecord[] = [];
  for await (const records of store.records()) all.push(...records);
  return all.map(([key, text]) => [key, text]);
}

/**
 * Defines the tests that every store passes.
 *
 * @param makePlace a new, empty place
 */
export function storeContract(
  name: string,
  makePlace: () => Promise<StorePlace>,
): void {
  describe(`${name} as a document store`, () => {
    let place: StorePlace;
    let store: DocumentStore;

    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
    });

    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    async function reopen(): Promise<void> {
      await store.close();
      store = await place.open();
    }

    test("is empty at first", async () => {
      expect(await recordsOf(store)).toEqual([]);
    });

    test("gives back what was written, after reopening too", async () => {
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

    test("keeps the newest text of a key", async () => {
      await store.write([{ key: "a", text: "old" }]);
      await store.write([{ key: "a", text: "new" }]);
      expect(await recordsOf(store)).toEqual([["a", "new"]]);
      await reopen();
      expect(await recordsOf(store)).toEqual([["a", "new"]]);
    });

    test("forgets deleted records", async () => {
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

    test("writes a large text whole", async () => {
      const text = "0123456789".repeat(100_000);
      await store.write([{ key: "large", text }]);
      await reopen();
      expect(await recordsOf(store)).toEqual([["large", text]]);
    });

    test("lets a running write finish when it is closed", async () => {
      const written = store.write([{ key: "a", text: "1" }]);
      await store.close();
      await written;
      store = await place.open();
      expect(await recordsOf(store)).toEqual([["a", "1"]]);
    });

    test("may be closed twice", async () => {
      await store.close();
      await expect(store.close()).resolves.toBeUndefined();
    });

    test("refuses use after it was closed", async () => {
      await store.close();
      await expect(store.write([{ key: "a", text: "1" }])).rejects.toThrow(
        ClosedError,
      );
      await expect(recordsOf(store)).rejects.toThrow(ClosedError);
    });
  });
}
