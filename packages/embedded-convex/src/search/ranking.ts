import type { Id } from "../values/ids";
import { encodeKey, type Key, type KeyRange } from "../values/keys";
import {
  frequencyIn,
  lengthIn,
  longerRange,
  startOf,
  wordRange,
  wordsOf,
} from "./postings";

/** Ranges of a text index. */
export type TextQuery = {
  /** A document is in one of them. */
  readonly words: readonly KeyRange[];
  /** The one of `words` with the words that begin with the last. */
  readonly longer: KeyRange | undefined;
  /** And in each of these. */
  readonly filters: readonly KeyRange[];
};

type Document = { readonly id: Id; readonly creationTime: number };

/** Convex's limits. */
const MAX_QUERY_WORDS = 16;
const MAX_WORDS = 64;
export const MAX_RESULTS = 1024;

/** The usual parameters of BM25, and Convex's weight of words that are longer. */
const [K1, B, LONGER_WEIGHT] = [1.2, 0.75, 0.5];

/** @returns a query for documents with words of `text`, whose last may go on */
export function textQuery(text: string, filters: KeyRange[]): TextQuery {
  const words = wordsOf(text).slice(0, MAX_QUERY_WORDS);
  const exact = [...new Set(words)].map(wordRange);
  const last = words.slice(-1).map(longerRange);
  return { words: [...exact, ...last], longer: last[0], filters };
}

type Tree<Of extends Document> = {
  forRange(
    lo: Key,
    hi: Key | undefined,
    includesHi: false,
    take: (key: Key, document: Of) => { break: number } | undefined,
  ): void;
};

/** The keys of a word, each with the document that it is of. */
type Rows<Of extends Document> = { word: Key; keys: Key[]; documents: Of[] };

/** @returns the rows of the first words in a range, as many words as a search may have */
function rowsByWord<Of extends Document>(
  tree: Tree<Of>,
  { lo, hi }: KeyRange,
): Rows<Of>[] {
  const all: Rows<Of>[] = [];
  tree.forRange(lo, hi ?? undefined, false, (key, document) => {
    let rows = all.at(-1);
    if (rows === undefined || !key.startsWith(rows.word)) {
      if (all.length === MAX_WORDS) return { break: 0 };
      rows = { word: startOf(key), keys: [], documents: [] };
      all.push(rows);
    }
    rows.keys.push(key);
    rows.documents.push(document);
    return undefined;
  });
  return all;
}

/**
 * Ranks documents by BM25, and the newest first among equals.
 *
 * @param tree the text index
 * @param counts the numbers of all documents, and of all words in them
 * @returns the best 1024, with keys that ascend from the best
 */
export function rank<Of extends Document>(
  query: TextQuery,
  tree: Tree<Of>,
  counts: { documents: number; words: number },
): { key: Key; document: Of }[] {
  const mean = counts.words / counts.documents;
  const allowed = query.filters.map((range) => {
    return new Set(rowsByWord(tree, range)[0]?.documents);
  });
  const scores = new Map<Of, number>();
  const score = ({ keys, documents }: Rows<Of>, weight: number): void => {
    const rest = counts.documents - keys.length;
    const rarity = Math.log(1 + (rest + 0.5) / (keys.length + 0.5));
    keys.forEach((key, i) => {
      const document = documents[i];
      if (document === undefined) return;
      if (!allowed.every((some) => some.has(document))) return;
      const norm = K1 * (1 - B + (B * lengthIn(key)) / mean);
      const share = frequencyIn(key) / (frequencyIn(key) + norm);
      const gain = weight * rarity * (1 + K1) * share;
      scores.set(document, (scores.get(document) ?? 0) + gain);
    });
  };
  const searched = new Set<Key>();
  for (const range of query.words) {
    const weight = range === query.longer ? LONGER_WEIGHT : 1;
    for (const rows of rowsByWord(tree, range)) {
      if (searched.size === MAX_WORDS - query.filters.length) break;
      if (searched.has(rows.word)) continue;
      searched.add(rows.word);
      score(rows, weight);
    }
  }
  return best(scores);
}

function best<Of extends Document>(
  scores: ReadonlyMap<Of, number>,
): { key: Key; document: Of }[] {
  const all = Float32Array.from(scores.values()).sort();
  const least = all.at(-MAX_RESULTS) ?? 0;
  const found: { key: Key; document: Of }[] = [];
  for (const [document, sum] of scores) {
    const score = Math.fround(sum);
    if (score < least) continue;
    const key = encodeKey([-score, -document.creationTime, document.id]);
    found.push({ key, document });
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, MAX_RESULTS);
}
