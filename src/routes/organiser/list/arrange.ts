/** Sorting and paging of a list: pure functions, fast with thousands of rows. */

export type Direction = "ascending" | "descending";

export type Sorting = { columnId: string; direction: Direction };

/** Rows with a null key are last in either direction. */
export type SortKey = string | number | null;

/** Indian English order; "Team 9" before "Team 10". */
const collator = new Intl.Collator("en-IN", {
  numeric: true,
  sensitivity: "base",
});

/** A stable sort. */
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

/** The sorting after a column's heading is pressed: another column sorts ascending, the same one is reversed. */
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
  /** From 1; the last page if the requested one does not exist. */
  page: number;
  pages: number;
  /** Positions of the first and last row in the list, from 1; both 0 for an empty list. */
  from: number;
  to: number;
};

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
