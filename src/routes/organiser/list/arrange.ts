/** How a list is searched, sorted and cut into pages: pure, and quick with thousands of rows. */

export type Direction = "ascending" | "descending";

export type Sorting = { columnId: string; direction: Direction };

/** What a row is sorted by; rows without it stand last, whatever the direction. */
export type SortKey = string | number | null;

/** As people of the country sort, and "Team 9" before "Team 10". */
const collator = new Intl.Collator("en-IN", {
  numeric: true,
  sensitivity: "base",
});

/** The rows that hold every word of the search, wherever; accents and case do not matter. */
export function searchRows<Row>(
  rows: readonly Row[],
  search: string,
  textOf: (row: Row) => string,
): readonly Row[] {
  const words = folded(search).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = folded(textOf(row));
    return words.every((word) => text.includes(word));
  });
}

/** The rows in order; those that are equal stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  direction: Direction,
  keyOf: (row: Row) => SortKey,
): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => {
      if (one.key === null || other.key === null) {
        return Number(one.key === null) - Number(other.key === null);
      }
      return sign * compare(one.key, other.key);
    })
    .map(({ row }) => row);
}

/** The sorting after a press on a column's heading: another column starts upwards, the same one turns. */
export function nextSorting(
  { columnId, direction }: Sorting,
  pressed: string,
): Sorting {
  const turns = pressed === columnId && direction === "ascending";
  return {
    columnId: pressed,
    direction: turns ? "descending" : "ascending",
  };
}

export type Cut<Row> = {
  rows: readonly Row[];
  /** From 1; the last one there is if the wanted one is gone. */
  page: number;
  pages: number;
  /** The place of the first and the last of these rows in the list, from 1; both 0 for none. */
  from: number;
  to: number;
};

/** One page of a list. */
export function cutPage<Row>(
  rows: readonly Row[],
  wanted: number,
  pageSize: number,
): Cut<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(Math.max(1, wanted), pages);
  const start = (page - 1) * pageSize;
  const cut = rows.slice(start, start + pageSize);
  const from = cut.length === 0 ? 0 : start + 1;
  return { rows: cut, page, pages, from, to: start + cut.length };
}

function compare(
  one: NonNullable<SortKey>,
  other: NonNullable<SortKey>,
): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}

function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/gu, "")
    .toLowerCase();
}
