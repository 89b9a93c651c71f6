import { Outlet, useMatch } from "react-router-dom";
import { paths } from "../navigation/paths";
import { classNames } from "../ui/class-names";
import { TableList } from "./table-list";
import { titleOf } from "../ui/site";
import styles from "./tables-layout.module.css";

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
