import { useQuery } from "convex/react";
import { useMemo } from "react";
import { Link, useOutlet, useParams } from "react-router-dom";
import { adminApi } from "../../src/admin/admin-api";
import { paths, useComponent } from "../navigation/paths";
import { buttonClass } from "../ui/button";
import { classNames } from "../ui/class-names";
import { ErrorBoundary } from "../ui/error-boundary";
import { Page } from "../ui/page";
import { Notice } from "../ui/notice";
import { ANY_FIELD, type FieldRule } from "../values/validator";
import { countLabel } from "./document-label";
import { DocumentList } from "./document-list";
import { FilterBar } from "./filter-bar";
import { planQuery } from "./plan-query";
import {
  CREATION_TIME,
  type TableSchema,
  useTableSchema,
} from "./table-schema";
import { titleOf } from "../ui/site";
import styles from "./table-page.module.css";
import { useTableView } from "./table-view";

/** A table, with the panel of the open document beside it. */
export function TablePage() {
  const { table = "" } = useParams();
  const panel = useOutlet();
  const { componentId } = useComponent();
  const tables = useQuery(adminApi.tables, { componentId })?.page;
  const found = tables?.find(({ name }) => name === table);
  if (tables !== undefined && found === undefined) {
    return (
      <Page title={table}>
        <Notice>There is no table of this name here.</Notice>
      </Page>
    );
  }
  return (
    <div className={styles.split}>
      <section className={styles.table} aria-label={table}>
        {panel === null && <title>{titleOf(table)}</title>}
        <TableHeader table={table} count={found?.count} />
        <ErrorBoundary key={`${componentId ?? ""}/${table}`}>
          <TableDocuments table={table} total={found?.count ?? null} />
        </ErrorBoundary>
      </section>
      {panel}
    </div>
  );
}

function TableHeader(props: { table: string; count: number | undefined }) {
  const { table, count } = props;
  const { link } = useComponent();
  const { search } = useTableView();
  return (
    <header className={styles.header}>
      <Link className={styles.back} to={link(paths.home)}>
        All tables
      </Link>
      <h1>{table}</h1>
      <p className={classNames("quiet number", styles.count)}>
        {count !== undefined && countLabel(count)}
      </p>
      <Link
        className={buttonClass("signal")}
        data-add-document
        to={paths.newDocument(table) + search}
      >
        Add document
      </Link>
    </header>
  );
}

/** The filter bar and the documents of the view in the URL. */
function TableDocuments(props: { table: string; total: number | null }) {
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
