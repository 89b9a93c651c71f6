import { useMemo } from "react";
import { ErrorBoundary } from "../ui/error-boundary";
import { ANY_FIELD, type FieldRule } from "../values/validator";
import { DocumentList } from "./document-list";
import { FilterBar } from "./filter-bar";
import { planQuery } from "./plan-query";
import styles from "./table-route.module.css";
import {
  CREATION_TIME,
  type TableSchema,
  useTableSchema,
} from "./table-schema";
import { useTableView } from "./use-table-view";

/** The documents of a table as the address wants them. */
export function TableDocuments(props: { table: string; total: number | null }) {
  const { table, total } = props;
  const { view, unread, componentId, show } = useTableView();
  const schema = useTableSchema(table, componentId);
  const plan = useMemo(
    () => schema && planQuery(view, schema.indexes),
    [view, schema],
  );
  if (schema === undefined || plan === undefined) {
    return <p className={styles.loading}>Loading…</p>;
  }
  return (
    <>
      <FilterBar
        rules={rulesOf(table, schema)}
        indexes={schema.indexes}
        view={view}
        unread={unread}
        plan={plan}
        onView={show}
      />
      <ErrorBoundary key={plan.filters}>
        <DocumentList
          key={plan.filters}
          query={{ table, componentId, filters: plan.filters }}
          total={view.conditions.length === 0 ? total : null}
          schema={schema}
          plan={plan}
          view={view}
          onView={show}
        />
      </ErrorBoundary>
    </>
  );
}

function rulesOf(table: string, schema: TableSchema): Map<string, FieldRule> {
  return new Map<string, FieldRule>([
    ...schema.fields,
    ["_id", { ...ANY_FIELD, validator: { type: "id", tableName: table } }],
    [CREATION_TIME, { ...ANY_FIELD, validator: { type: "number" } }],
  ]);
}
