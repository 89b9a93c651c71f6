import { useDeferredValue, useMemo, useState } from "react";
import { searchRows, type Phrases } from "../../../lib/search-rows";
import {
  cutPage,
  nextSorting,
  sortRows,
  type Cut,
  type Sorting,
} from "./arrange";
import type { Column } from "./data-table";

/**
 * How a list is searched, sorted and paged. Must be a stable object, or the rows are arranged again on every render.
 */
export type Arrangement<Row> = {
  /** The text that is searched. */
  textOf: (row: Row) => string;
  phrases?: Phrases<Row>;
  initial: Sorting;
  pageSize: number;
};

export type Arranged<Row> = {
  search: string;
  setSearch: (search: string) => void;
  sorting: Sorting;
  sortBy: (columnId: string) => void;
  setPage: (page: number) => void;
  /** All matching rows, sorted. */
  rows: readonly Row[];
  cut: Cut<Row>;
};

export function useArranged<Row>(
  all: readonly Row[],
  columns: readonly Column<Row>[],
  { textOf, phrases, initial, pageSize }: Arrangement<Row>,
): Arranged<Row> {
  const [search, setSearch] = useState("");
  const [sorting, setSorting] = useState(initial);
  const [page, setPage] = useState(1);
  // Typing stays responsive with thousands of rows.
  const wanted = useDeferredValue(search);
  const keyOf = columns.find(({ id }) => id === sorting.columnId)?.sortKey;
  const rows = useMemo(() => {
    const found = searchRows(all, wanted, textOf, phrases);
    return keyOf === undefined
      ? found
      : sortRows(found, sorting.direction, keyOf);
  }, [all, wanted, textOf, phrases, keyOf, sorting]);
  return {
    search,
    setSearch: (typed) => {
      setSearch(typed);
      setPage(1);
    },
    sorting,
    sortBy: (columnId) => {
      setSorting(nextSorting(sorting, columnId));
      setPage(1);
    },
    setPage,
    rows,
    cut: cutPage(rows, page, pageSize),
  };
}
