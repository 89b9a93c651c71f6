import { useDeferredValue, useMemo, useState } from "react";
import {
  cutPage,
  nextSorting,
  searchRows,
  sortRows,
  type Cut,
  type SortKey,
  type Sorting,
} from "./arrange";

/** What a list of rows is arranged by. Has to stay the same object, or everything is arranged anew at each render. */
export type Arrangement<Row> = {
  /** What a row is found by. */
  textOf: (row: Row) => string;
  /** By the ids of the columns that can be sorted. */
  keys: Record<string, (row: Row) => SortKey>;
  initial: Sorting;
  pageSize: number;
};

export type Arranged<Row> = {
  search: string;
  setSearch: (search: string) => void;
  sorting: Sorting;
  sortBy: (columnId: string) => void;
  setPage: (page: number) => void;
  /** All that are found, in order. */
  rows: readonly Row[];
  cut: Cut<Row>;
};

/** A list as somebody looks at it: searched, sorted, one page of it. */
export function useArranged<Row>(
  all: readonly Row[],
  { textOf, keys, initial, pageSize }: Arrangement<Row>,
): Arranged<Row> {
  const [search, setSearch] = useState("");
  const [sorting, setSorting] = useState(initial);
  const [page, setPage] = useState(1);
  // Thousands of rows may follow a moment after the letter that was typed.
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => {
    const keyOf = keys[sorting.columnId];
    const found = searchRows(all, wanted, textOf);
    return keyOf === undefined
      ? found
      : sortRows(found, sorting.direction, keyOf);
  }, [all, wanted, textOf, keys, sorting]);
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
