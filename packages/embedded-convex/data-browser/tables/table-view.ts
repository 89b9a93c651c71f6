import { useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { COMPONENT_PARAM, useComponent } from "../navigation/paths";
import { filterText, parseFilter, type Filter } from "./filters";

/** Which documents of a table are shown, and in which order. */
export type TableView = {
  /** The index that determines the order; null lets `planQuery` choose. */
  index: string | null;
  order: "asc" | "desc";
  filters: readonly Filter[];
};

const INDEX = "by";
const ORDER = "order";
const FILTER = "where";

/** Parses the view in a URL; `unreadable` has the filters that are invalid. */
export function parseView(params: URLSearchParams): {
  view: TableView;
  unreadable: string[];
} {
  const texts = params.getAll(FILTER);
  return {
    view: {
      index: params.get(INDEX),
      order: params.get(ORDER) === "asc" ? "asc" : "desc",
      filters: texts.flatMap((text) => parseFilter(text) ?? []),
    },
    unreadable: texts.filter((text) => parseFilter(text) === null),
  };
}

/** The search parameters for a view of a component's table. */
export function viewParams(
  view: TableView,
  componentId: string | null,
): URLSearchParams {
  const params = new URLSearchParams();
  if (componentId !== null) params.set(COMPONENT_PARAM, componentId);
  if (view.index !== null) params.set(INDEX, view.index);
  if (view.order === "asc") params.set(ORDER, view.order);
  for (const filter of view.filters) {
    params.append(FILTER, filterText(filter));
  }
  return params;
}

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
