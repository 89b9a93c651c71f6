import type { ReactNode } from "react";
import { DataTable, type Column } from "./data-table";
import { ListTools } from "./list-tools";
import { Pager } from "./pager";
import type { Arranged } from "./use-arranged";

/** A table with a search field and a pager. */
export function ArrangedTable<Row extends { _id: string }>({
  label,
  searchLabel,
  columns,
  all,
  isComplete = true,
  arranged,
  empty = "",
  children,
}: {
  label: string;
  searchLabel: string;
  columns: readonly Column<Row>[];
  /** What is searched. */
  all: readonly Row[];
  isComplete?: boolean;
  arranged: Arranged<Row>;
  /** Shown if there is nothing to search. */
  empty?: string;
  /** What stands above the search. */
  children?: ReactNode;
}) {
  return (
    <div className="org-list stack gap-5">
      {children}
      <ListTools
        label={searchLabel}
        all={all}
        isComplete={isComplete}
        arranged={arranged}
      />
      {arranged.rows.length === 0 ? (
        <p className="org-empty">
          {all.length === 0
            ? empty
            : `Nothing matches “${arranged.search.trim()}”.`}
        </p>
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={arranged.cut.rows}
          sorting={arranged.sorting}
          onSort={arranged.sortBy}
        />
      )}
      <Pager
        label={`Pages of ${label.toLowerCase()}`}
        cut={arranged.cut}
        onPage={arranged.setPage}
      />
    </div>
  );
}
