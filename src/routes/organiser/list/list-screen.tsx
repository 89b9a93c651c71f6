import type { ReactNode } from "react";
import type { ExportedList } from "#convex/shared/validators";
import type { CsvColumn } from "../../../lib/csv";
import type { Live } from "../../../lib/use-live";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded } from "../live";
import { SectionFrame } from "../section-frame";
import type { Section } from "../sections";
import { CsvButton } from "./csv-button";
import { DataTable, type Column } from "./data-table";
import { ListTools } from "./list-tools";
import { Pager } from "./pager";
import { useArranged, type Arrangement } from "./use-arranged";

/** Configures a section whose content is one table. */
export type ListDefinition<Row extends { _id: string }> = {
  section: Section;
  list: ExportedList;
  columns: readonly Column<Row>[];
  csvColumns: readonly CsvColumn<Row>[];
  arrangement: Arrangement<Row>;
  searchLabel: string;
  failure: string;
  /** Shown if there are no rows at all. */
  empty: ReactNode;
};

type Rows<Row> = { rows: readonly Row[]; isComplete: boolean };

const none: readonly never[] = [];

/** A section with one table: search, sorting, pages and CSV export. */
export function ListScreen<Row extends { _id: string }>({
  definition,
  live,
}: {
  definition: ListDefinition<Row>;
  live: Live<Rows<Row>>;
}) {
  const { section, list, csvColumns, failure, empty } = definition;
  const all = live.status === "success" ? live.data.rows : none;
  const arranged = useArranged<Row>(all, definition.arrangement);
  return (
    <SectionFrame
      section={section}
      actions={
        <CsvButton
          list={list}
          columns={csvColumns}
          rows={live.status === "success" ? arranged.rows : undefined}
        />
      }
    >
      <Loaded live={live} failure={failure} skeleton={<ListSkeleton />}>
        {({ rows, isComplete }) =>
          rows.length === 0 ? (
            <p className="org-empty">{empty}</p>
          ) : (
            <div className="org-list">
              <ListTools
                label={definition.searchLabel}
                all={rows}
                isComplete={isComplete}
                arranged={arranged}
              />
              {arranged.rows.length === 0 ? (
                <p className="org-empty">Nothing has these words.</p>
              ) : (
                <DataTable
                  label={section.label}
                  columns={definition.columns}
                  rows={arranged.cut.rows}
                  sorting={arranged.sorting}
                  onSort={arranged.sortBy}
                />
              )}
              <Pager
                label={`Pages of ${section.label.toLowerCase()}`}
                cut={arranged.cut}
                onPage={arranged.setPage}
              />
            </div>
          )
        }
      </Loaded>
    </SectionFrame>
  );
}

function ListSkeleton() {
  return (
    <div className="org-stack">
      <Skeleton height="5rem" />
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="3.5rem" />
      ))}
    </div>
  );
}
