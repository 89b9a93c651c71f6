import { useQuery } from "convex/react";
import { Link, useOutlet, useParams } from "react-router-dom";
import { adminApi } from "../../admin/admin-api";
import { paths } from "../paths";
import { useComponent } from "../shell/use-component";
import { buttonClass } from "../ui/button";
import { ErrorBoundary } from "../ui/error-boundary";
import { formatCount } from "../ui/format-count";
import { Page } from "../ui/page";
import { Notice } from "../ui/notice";
import { TableDocuments } from "./table-documents";
import styles from "./table-route.module.css";
import { useTableView } from "./use-table-view";

/** A table, and beside it the document that is open. */
export function TableRoute() {
  const { table = "" } = useParams();
  const panel = useOutlet();
  const { componentId } = useComponent();
  const tables = useQuery(adminApi.tables, { componentId })?.page;
  const found = tables?.find(({ name }) => name === table);
  if (tables !== undefined && found === undefined) {
    return (
      <Page title={table}>
        <Notice tone="hot">There is no table of this name here.</Notice>
      </Page>
    );
  }
  return (
    <div className={styles.split}>
      <section className={styles.table} aria-label={table}>
        {panel === null && <title>{`${table} · Data browser`}</title>}
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
      <p className={styles.count}>
        {count !== undefined &&
          `${formatCount(count)} ${count === 1 ? "document" : "documents"}`}
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
