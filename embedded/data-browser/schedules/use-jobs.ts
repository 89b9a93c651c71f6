import { usePaginatedQuery } from "convex/react";
import { adminApi } from "../../admin/admin-api";
import { useComponent } from "../shell/use-component";

const PAGE_SIZE = 25;

/** Scheduled functions, live: those that have ended, or those that have not. */
export function useJobs(finished: boolean) {
  const { componentId } = useComponent();
  const { results, status, loadMore } = usePaginatedQuery(
    adminApi.scheduledJobs,
    { componentId, finished },
    { initialNumItems: PAGE_SIZE },
  );
  return {
    jobs: status === "LoadingFirstPage" ? undefined : results,
    hasMore: status === "CanLoadMore",
    isLoadingMore: status === "LoadingMore",
    loadMore: () => loadMore(PAGE_SIZE),
  };
}
