import { COMPONENT_PARAM } from "../navigation/paths";
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
  const parsed = texts.map((text) => ({
    text,
    filter: parseFilter(text),
  }));
  return {
    view: {
      index: params.get(INDEX),
      order: params.get(ORDER) === "asc" ? "asc" : "desc",
      filters: parsed.flatMap(({ filter }) => filter ?? []),
    },
    unreadable: parsed.flatMap(({ text, filter }) =>
      filter === null ? [text] : [],
    ),
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
