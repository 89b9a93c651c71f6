import { COMPONENT } from "../paths";
import { conditionText, parseCondition, type Condition } from "./conditions";

/** Which documents of a table are shown, and in which order. */
export type TableView = {
  /** The index that gives the order; null for the one that suits best. */
  index: string | null;
  order: "asc" | "desc";
  conditions: readonly Condition[];
};

const INDEX = "by";
const ORDER = "order";
const CONDITION = "where";

/** Reads the view that an address describes; `unread` is what makes no sense. */
export function parseView(params: URLSearchParams): {
  view: TableView;
  unread: string[];
} {
  const texts = params.getAll(CONDITION);
  const parsed = texts.map((text) => ({
    text,
    condition: parseCondition(text),
  }));
  return {
    view: {
      index: params.get(INDEX),
      order: params.get(ORDER) === "asc" ? "asc" : "desc",
      conditions: parsed.flatMap(({ condition }) => condition ?? []),
    },
    unread: parsed.flatMap(({ text, condition }) =>
      condition === null ? [text] : [],
    ),
  };
}

/** The search of an address that describes a view, in the same component. */
export function viewParams(
  view: TableView,
  component: string | null,
): URLSearchParams {
  const params = new URLSearchParams();
  if (component !== null) params.set(COMPONENT, component);
  if (view.index !== null) params.set(INDEX, view.index);
  if (view.order === "asc") params.set(ORDER, view.order);
  for (const condition of view.conditions) {
    params.append(CONDITION, conditionText(condition));
  }
  return params;
}
