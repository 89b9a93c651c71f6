import { useState } from "react";
import { Button } from "../../../ui/button";
import { DataTable, type Column } from "./data-table";
import { ListTools } from "./list-tools";
import { Pager } from "./pager";
import type { Arranged } from "./use-arranged";
import type { Elements } from "../../../ui/elements";

/** A table with a search field and a pager. */
export function ArrangedTable<Row extends { _id: string }>({
  label,
  searchLabel,
  columns,
  all,
  isComplete = true,
  arranged,
  empty = "",
  part = "",
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
  /** Which part of the list is shown, if not all of it. */
  part?: string;
  /** What stands below the search; phones show it, and the ways to sort, when asked. */
  children?: Elements;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="org-list stack gap-5" data-folded={!isOpen}>
      <ListTools
        label={searchLabel}
        all={all}
        isComplete={isComplete}
        arranged={arranged}
      />
      {children && (
        <>
          <div className="org-filter">
            <Button
              isWide
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              Filter<span>{part && `: ${part}`}</span>
            </Button>
          </div>
          <div className="org-filters row gap-3 gap-x-5 items-center justify-between">
            {children}
          </div>
        </>
      )}
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
