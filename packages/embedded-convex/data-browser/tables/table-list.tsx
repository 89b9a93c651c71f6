import { useQuery } from "convex/react";
import { useState } from "react";
import { NavLink } from "react-router-dom";
import { adminApi, type TableSummary } from "../../src/admin/admin-api";
import { paths } from "../navigation/paths";
import { useComponent } from "../navigation/use-component";
import { classNames } from "../ui/class-names";
import { TextField } from "../ui/field";
import { formatCount } from "../ui/format-count";
import styles from "./table-list.module.css";

/** All tables with their live counts, with a search field. */
export function TableList({ isPage }: { isPage: boolean }) {
  const { componentId } = useComponent();
  const tables = useQuery(adminApi.tables, { componentId })?.page;
  const [search, setSearch] = useState("");
  const Heading = isPage ? "h1" : "h2";
  const found = tables?.filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <section className={styles.section} aria-label="Tables">
      <Heading className={styles.heading}>Tables</Heading>
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
        <p className={classNames("quiet", styles.message)}>Loading…</p>
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
      <p className={classNames("quiet", styles.message)}>
        {search !== ""
          ? `Nothing matches “${search}”.`
          : "There are no tables yet. They appear with a schema or the first document."}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {tables.map(({ name, count }) => (
        <li key={name}>
          <NavLink to={link(paths.table(name))}>
            <span className="clip">{name}</span>{" "}
            <span className={classNames("quiet number", styles.count)}>
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
