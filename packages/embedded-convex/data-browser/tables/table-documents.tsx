import { useMemo } from "react";
import { ErrorBoundary } from "../ui/error-boundary";
import { ANY_FIELD, type FieldRule } from "../values/validator";
import { DocumentList } from "./document-list";
import { FilterBar } from "./filter-bar";
import { planQuery } from "./plan-query";
import {
  CREATION_TIME,
  type TableSchema,
  useTableSchema,
} from "./table-schema";
import { useTableView } from "./use-table-view";

/** The filter bar and the documents of the view in the URL. */
export function TableDocuments(props: { table: string; total: number | null }) {
  const { table, total } = props;
  const { view, unreadable, componentId, show } = useTableView();
  const schema = useTableSchema(table, componentId);
  const plan = useMemo(
    () => schema && planQuery(view, schema.indexes),
    [view, schema],
  );
  if (schema === undefined || plan === undefined) {
    return <p className="waiting">Loading…</p>;
  }
  return (
    <>
      <FilterBar
        fields={filterFields(table, schema)}
        indexes={schema.indexes}
        view={view}
        unreadable={unreadable}
        plan={plan}
        onView={show}
      />
      <ErrorBoundary key={plan.encoded}>
        <DocumentList
          key={plan.encoded}
          query={{ table, componentId, filters: plan.encoded }}
          total={view.filters.length === 0 ? total : null}
          schema={schema}
          plan={plan}
          view={view}
          onView={show}
        />
      </ErrorBoundary>
    </>
  );
}

function filterFields(
  table: string,
  schema: TableSchema,
): Map<string, FieldRule> {
  return new Map<string, FieldRule>([
    ...schema.fields,
    ["_id", { ...ANY_FIELD, validator: { type: "id", tableName: table } }],
    [CREATION_TIME, { ...ANY_FIELD, validator: { type: "number" } }],
  ]);
}
