import { folded } from "#convex/platform/shared/lists";

/** The meaning of special search terms, by the term in lower case: "no team". */
export type Phrases<Row> = Readonly<Record<string, (row: Row) => boolean>>;

/** Rows that contain every word of the search, ignoring case and accents, and are what its phrases stand for. */
export function searchRows<Row>(
  rows: readonly Row[],
  search: string,
  textOf: (row: Row) => string,
  phrases: Phrases<Row> = {},
): readonly Row[] {
  let rest = ` ${folded(search).split(/\s+/u).join(" ")} `;
  const meant = Object.entries(phrases)
    .filter(([phrase]) => rest.includes(` ${phrase} `))
    .map(([phrase, isMeant]) => {
      rest = rest.replace(` ${phrase} `, " ");
      return isMeant;
    });
  const words = rest.split(" ").filter(Boolean);
  if (words.length === 0 && meant.length === 0) return rows;
  return rows.filter((row) => {
    if (!meant.every((isMeant) => isMeant(row))) return false;
    const text = folded(textOf(row));
    return words.every((word) => text.includes(word));
  });
}
