import { useQuery } from "convex/react";
import { Link, useOutlet, useParams } from "react-router-dom";
import { adminApi } from "../../src/admin/admin-api";
import { paths } from "../navigation/paths";
import { useComponent } from "../navigation/use-component";
import { buttonClass } from "../ui/button";
import { classNames } from "../ui/class-names";
import { ErrorBoundary } from "../ui/error-boundary";
import { Page } from "../ui/page";
import { Notice } from "../ui/notice";
import { countLabel } from "./document-label";
import { TableDocuments } from "./table-documents";
import { titleOf } from "../ui/site";
import styles from "./table-page.module.css";
import { useTableView } from "./use-table-view";

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
        <Notice tone="hot">There is no table of this name here.</Notice>
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
