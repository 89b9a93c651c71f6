import { useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useComponent } from "../navigation/use-component";
import { parseView, type TableView, viewParams } from "./table-view";

/** The view in the URL, and a function to change it. */
export function useTableView() {
  const [params] = useSearchParams();
  const { search } = useLocation();
  const { componentId } = useComponent();
  const navigate = useNavigate();
  const { view, unreadable } = useMemo(() => parseView(params), [params]);
  return {
    view,
    unreadable,
    componentId,
    /** Kept in the URLs of the table's documents. */
    search,
    show: (next: TableView) =>
      void navigate({ search: viewParams(next, componentId).toString() }),
  };
}
