import type { FunctionReference, FunctionReturnType } from "convex/server";
import { useContext, type ReactNode } from "react";
import type { ExportedList } from "#convex/shared/organiser";
import type { CsvColumns } from "../../../lib/csv";
import { SkeletonStack } from "../../../ui/skeleton";
import type { Live } from "../../../lib/use-live";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame, ShownScreen } from "../frame/section-frame";
import { screens } from "../frame/sections";
import { ArrangedTable } from "./arranged-table";
import { Chips, useChips, type ChipSet } from "./chips";
import { CopyAddresses } from "./copy-addresses";
import { CsvButton } from "./csv-button";
import type { Column } from "./data-table";
import { useArranged, type Arrangement } from "./use-arranged";

/** Configures a screen whose content is one table. */
export type ListDefinition<Row extends { _id: string }> = {
  list: ExportedList;
  columns: readonly Column<Row>[];
  csvColumns: CsvColumns<Row>;
  arrangement: Arrangement<Row>;
  chips?: ChipSet<Row>;
  searchLabel: string;
  failure: string;
  /** Shown if there are no rows at all. */
  empty: ReactNode;
};

export type Rows<Row> = { rows: readonly Row[]; isComplete: boolean };

const none: readonly never[] = [];

/** The search, and the first rows. */
const SKELETON = ["5rem", ...Array<string>(8).fill("3.5rem")];

/** A screen whose rows are the answer to one query. */
export function ListScreen<
  Row extends { _id: string },
  Query extends FunctionReference<"query", "public", Record<string, never>>,
>({
  query,
  rowsOf,
  ...screen
}: Omit<Parameters<typeof RowsScreen<Row>>[0], "live"> & {
  query: Query;
  rowsOf: (answer: FunctionReturnType<Query>) => Rows<Row>;
}) {
  const live = useOrganiserQuery(query, {});
  return (
    <RowsScreen
      {...screen}
      live={
        live.status === "success" ? { ...live, data: rowsOf(live.data) } : live
      }
    />
  );
}

/** A screen with one table: chips, search, sorting, pages, CSV export, and the addresses for a mail. */
export function RowsScreen<Row extends { _id: string }>({
  definition,
  live,
  addressesOf,
  actions,
}: {
  definition: ListDefinition<Row>;
  live: Live<Rows<Row>>;
  /** The email addresses of the listed rows, undefined while they load; without it none can be copied. */
  addressesOf?: (rows: readonly Row[]) => readonly string[] | undefined;
  /** Further buttons. */
  actions?: ReactNode;
}) {
  const { list, csvColumns, failure, empty } = definition;
  const { label } = screens[useContext(ShownScreen).name];
  const isLoaded = live.status === "success";
  const all: readonly Row[] = isLoaded ? live.data.rows : none;
  const { chips, current, listed } = useChips(all, definition.chips);
  const arranged = useArranged<Row>(
    listed,
    definition.columns,
    definition.arrangement,
  );
  return (
    <SectionFrame
      actions={
        <>
          {actions}
          {addressesOf && (
            <CopyAddresses
              list={list}
              addresses={isLoaded ? addressesOf(arranged.rows) : undefined}
            />
          )}
          <CsvButton
            list={list}
            columns={csvColumns}
            rows={isLoaded ? arranged.rows : undefined}
          />
        </>
      }
    >
      <Loaded
        live={live}
        failure={failure}
        skeleton={<SkeletonStack heights={SKELETON} />}
      >
        {({ isComplete }) =>
          all.length === 0 ? (
            <p className="org-empty">{empty}</p>
          ) : (
            <div className="org-list stack gap-5">
              {definition.chips && (
                <Chips
                  label={`Parts of ${label.toLowerCase()}`}
                  parameter={definition.chips.parameter}
                  chips={chips}
                  current={current}
                  all={all}
                  onChange={() => arranged.setPage(1)}
                />
              )}
              <ArrangedTable
                label={label}
                searchLabel={definition.searchLabel}
                columns={definition.columns}
                all={listed}
                isComplete={isComplete}
                arranged={arranged}
                empty={current.empty}
              />
            </div>
          )
        }
      </Loaded>
    </SectionFrame>
  );
}
