import type {
  DocumentStore,
  StoreRecord,
} from "../../src/storage/document-store";

/** Returns all records of `store`, in the order it yields them. */
export async function recordsOf(store: DocumentStore): Promise<StoreRecord[]> {
  const all: StoreRecord[] = [];
  for await (const records of store.records()) all.push(...records);
  return all.map(([key, text]) => [key, text]);
}
