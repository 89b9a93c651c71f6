import { setImmediate as nextTurn } from "node:timers/promises";
import type { JSONValue } from "convex/values";
import type { Id } from "../values/ids";
import { encodeKey, type Key } from "../values/keys";
import { valueAt } from "../values/value-at";
import type { SearchIndexDefinition } from "./declarations";

/** What a search by vector looks for. */
export type VectorQuery = {
  readonly vector: readonly number[];
  readonly limit: number;
  /** A document needs one of these values, if there are any: their fields and keys. */
  readonly filters: readonly (readonly [field: number, key: Key])[];
};

type Document = { readonly id: Id; json(): JSONValue };
type Neighbour = { readonly _id: Id; readonly _score: number };

/** A document's vector, scaled to length 1, and keys of its values to filter by. */
type Entry = { vector: Float32Array | null; filters: readonly Key[] };

/** Time for which others wait while documents are compared. */
const TURN_MS = 5;
const DOCUMENTS_BETWEEN_LOOKS_AT_THE_CLOCK = 64;

/** A vector index: each document's vector is compared with the one that is searched. */
export class VectorIndex {
  readonly #entries = new WeakMap<Document, Entry>();
  readonly #paths: readonly (readonly string[])[];

  constructor(readonly definition: SearchIndexDefinition) {
    this.#paths = definition.fields.map((field) => field.split("."));
  }

  /** @param json the document's parsed text; it is parsed again otherwise */
  add(document: Document, json: JSONValue = document.json()): Entry {
    const known = this.#entries.get(document);
    if (known !== undefined) return known;
    const [value, ...filters] = this.#paths.map((path) => valueAt(json, path));
    const isVector =
      Array.isArray(value) &&
      value.length === this.definition.dimensions &&
      value.every((element) => typeof element === "number");
    const entry = {
      vector: isVector ? unit(value as number[]) : null,
      filters: filters.map((filter) => encodeKey([filter])),
    };
    this.#entries.set(document, entry);
    return entry;
  }

  /**
   * Compares all documents; others get their turn in between.
   *
   * @returns the nearest by cosine similarity, the nearest first
   */
  async nearest(
    documents: Iterable<Document>,
    query: VectorQuery,
  ): Promise<Neighbour[]> {
    const target = unit(query.vector);
    let found: Neighbour[] = [];
    let count = 0;
    let began = performance.now();
    const leaveTheBest = () => {
      found.sort((a, b) => b._score - a._score || (a._id < b._id ? 1 : -1));
      found = found.slice(0, query.limit);
    };
    for (const document of documents) {
      const { vector, filters } = this.add(document);
      const passes =
        query.filters.length === 0 ||
        query.filters.some(([field, key]) => filters[field] === key);
      if (vector !== null && passes) {
        const _score = Math.fround(product(target, vector));
        found.push({ _id: document.id, _score });
      }
      if (++count % DOCUMENTS_BETWEEN_LOOKS_AT_THE_CLOCK > 0) continue;
      if (performance.now() - began < TURN_MS) continue;
      leaveTheBest();
      await nextTurn();
      began = performance.now();
    }
    leaveTheBest();
    return found;
  }
}

function unit(vector: readonly number[]): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0)) || 1;
  return Float32Array.from(vector, (x) => x / length);
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
