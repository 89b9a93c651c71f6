import { useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useComponent } from "../shell/use-component";
import { parseView, type TableView, viewParams } from "./table-view";

/** The view that the address describes, and how to go to another. */
export function useTableView() {
  const [params] = useSearchParams();
  const { search } = useLocation();
  const { componentId } = useComponent();
  const navigate = useNavigate();
  const { view, unread } = useMemo(() => parseView(params), [params]);
  return {
    view,
    unread,
    componentId,
    /** To be kept by the addresses of the table's documents. */
    search,
    show: (next: TableView) =>
      void navigate({ search: viewParams(next, componentId).toString() }),
  };
}
