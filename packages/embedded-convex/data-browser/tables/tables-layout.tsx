import { Outlet, useMatch, NavLink } from "react-router-dom";
import { useQuery } from "convex/react";
import { useState } from "react";
import { paths, useComponent } from "../navigation/paths";
import { classNames } from "../ui/class-names";
import { titleOf } from "../ui/site";
import styles from "./tables-layout.module.css";
import { adminApi, type TableSummary } from "../../src/admin/admin-api";
import { TextField } from "../ui/field";
import { formatCount } from "../ui/format-count";
import list from "./table-list.module.css";

/** The list of tables beside the selected table; phones show one at a time. */
export function TablesLayout() {
  const isHome = useMatch(paths.home) !== null;
  return (
    <div className={classNames(styles.layout, isHome && styles.home)}>
      <div className={styles.list}>
        <TableList isPage={isHome} />
      </div>
      <div className={styles.table}>
        {isHome && (
          <p className="waiting">
            <title>{titleOf("Tables")}</title>
            Choose a table to see its documents.
          </p>
        )}
        <Outlet />
      </div>
    </div>
  );
}

/** All tables with their live counts, with a search field. */
function TableList({ isPage }: { isPage: boolean }) {
  const { componentId } = useComponent();
  const tables = useQuery(adminApi.tables, { componentId })?.page;
  const [search, setSearch] = useState("");
  const Heading = isPage ? "h1" : "h2";
  const found = tables?.filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <section className={list.section} aria-label="Tables">
      <Heading className={list.heading}>Tables</Heading>
      <TextField
        label="Search tables"
        isLabelHidden
        type="search"
        placeholder="Search tables"
        value={search}
        onText={setSearch}
      />
      <output className="visually-hidden">
        {search !== "" && `${found?.length ?? 0} tables found`}
      </output>
      {found === undefined ? (
        <p className={classNames("quiet", list.message)}>Loading…</p>
      ) : (
        <Tables tables={found} search={search.trim()} />
      )}
    </section>
  );
}

function Tables(props: { tables: TableSummary[]; search: string }) {
  const { tables, search } = props;
  const { link } = useComponent();
  if (tables.length === 0) {
    return (
      <p className={classNames("quiet", list.message)}>
        {search !== ""
          ? `Nothing matches “${search}”.`
          : "There are no tables yet. They appear with a schema or the first document."}
      </p>
    );
  }
  return (
    <ul className={list.tables}>
      {tables.map(({ name, count }) => (
        <li key={name}>
          <NavLink to={link(paths.table(name))}>
            <span className="clip">{name}</span>{" "}
            <span className={classNames("quiet number", list.count)}>
              {formatCount(count)}
              <span className="visually-hidden">
                {count === 1 ? " document" : " documents"}
              </span>
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
