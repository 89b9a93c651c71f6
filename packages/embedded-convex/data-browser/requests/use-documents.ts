import { usePaginatedQuery } from "convex/react";
import { useEffect, useState } from "react";
import { adminApi, type TableDocument } from "../../src/admin/admin-api";

const FIRST_PAGE = 100;
const NEXT_PAGES = 500;
/** Further down larger pages load faster, and few of their documents change. */
const FAR_PAGES = 1000;
const FAR = 2000;
/** After so many pages without a match, loading pauses: each scans many rows. */
const MAX_EMPTY_PAGES = 25;

export type DocumentQuery = {
  table: string;
  componentId: string | null;
  filters: string;
};

export type LoadedDocuments = {
  documents: TableDocument[];
  /** `paused`: many rows were scanned without a match; `searchFurther` goes on. */
  status: "loading" | "partial" | "paused" | "complete";
  searchFurther: () => void;
};

/**
 * The documents of a query, live, as far as they are loaded.
 *
 * @param isEndInView whether the end of the loaded documents is (nearly)
 *   visible: then more are loaded
 */
export function useDocuments(
  query: DocumentQuery,
  isEndInView: (loaded: number) => boolean,
): LoadedDocuments {
  const { results, status, loadMore } = usePaginatedQuery(
    adminApi.documents,
    query,
    { initialNumItems: FIRST_PAGE },
  );
  const loaded = results.length;
  const [search, setSearch] = useState({ status, found: 0, emptyPages: 0 });
  if (search.status !== status) {
    const isInVain = status === "CanLoadMore" && loaded === search.found;
    const emptyPages = loaded > search.found ? 0 : search.emptyPages;
    setSearch({
      status,
      found: loaded,
      emptyPages: emptyPages + (isInVain ? 1 : 0),
    });
  }
  const isPaused = search.emptyPages >= MAX_EMPTY_PAGES;
  const isFar = loaded >= FAR;
  const wantsMore =
    status === "CanLoadMore" && isEndInView(loaded) && !isPaused;
  useEffect(() => {
    if (wantsMore) loadMore(isFar ? FAR_PAGES : NEXT_PAGES);
  }, [wantsMore, loadMore, isFar]);
  return {
    documents: results,
    status: statusOf(status, isPaused),
    searchFurther: () => setSearch({ status, found: loaded, emptyPages: 0 }),
  };
}

function statusOf(
  status: ReturnType<typeof usePaginatedQuery>["status"],
  isPaused: boolean,
): LoadedDocuments["status"] {
  if (status === "Exhausted") return "complete";
  if (status === "CanLoadMore") return isPaused ? "paused" : "partial";
  return "loading";
}
