import { useMutation } from "convex/react";
import type { FunctionReference, FunctionReturnType } from "convex/server";
import { useContext, type ReactNode } from "react";
import { api } from "#convex/_generated/api";
import { counted } from "#convex/platform/shared/text";
import { copyTextAfter } from "../../../lib/copy-text";
import type { CsvColumns } from "../../../lib/csv";
import { notify } from "../../../lib/notify";
import { useAction } from "../../../lib/forms/use-action";
import type { Live } from "../../../lib/connection/use-live";
import { Button } from "../../../ui/button";
import { SkeletonStack } from "../../../ui/skeleton";
import { CopyIcon } from "../../../ui/tool-icons";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame, ShownScreen } from "../frame/section-frame";
import { screens } from "../frame/sections";
import { ArrangedTable } from "./arranged-table";
import { Chips, useChips, type ChipSet } from "./chips";
import { CsvButton, type ExportedList } from "./csv-button";
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
  /** The email addresses of the listed rows, undefined while they load; without it none can be copied. */
  addressesOf?: (rows: readonly Row[]) => readonly string[] | undefined;
  /** Further buttons. */
  actions?: ReactNode;
};

export type Rows<Row> = { rows: readonly Row[]; isComplete: boolean };

type Listing = FunctionReference<"query", "public", Record<string, never>>;

/** One whose rows are the answer to one query. */
export type QueryList<
  Row extends { _id: string },
  Query extends Listing,
> = ListDefinition<Row> & {
  query: Query;
  rowsOf: (answer: FunctionReturnType<Query>) => Rows<Row>;
};

const none: readonly never[] = [];

/** The search, and the first rows. */
const SKELETON = ["5rem", ...Array<string>(8).fill("3.5rem")];

export function ListScreen<Row extends { _id: string }, Query extends Listing>({
  definition,
}: {
  definition: QueryList<Row, Query>;
}) {
  const live = useOrganiserQuery(definition.query, {});
  const rows =
    live.status === "success"
      ? { ...live, data: definition.rowsOf(live.data) }
      : live;
  return <RowsScreen definition={definition} live={rows} />;
}

/** A screen with one table: chips, search, sorting, pages, CSV export, and the addresses for a mail. */
export function RowsScreen<Row extends { _id: string }>({
  definition,
  live,
}: {
  definition: ListDefinition<Row>;
  live: Live<Rows<Row>>;
}) {
  const { list, csvColumns, failure, empty } = definition;
  const { addressesOf, actions, chips: parts } = definition;
  const { label } = screens[useContext(ShownScreen).name];
  const isLoaded = live.status === "success";
  const all: readonly Row[] = isLoaded ? live.data.rows : none;
  const { current, listed } = useChips(all, parts);
  const arranged = useArranged<Row>(
    listed,
    definition.columns,
    definition.arrangement,
  );
  return (
    <SectionFrame actions={actions}>
      <Loaded
        live={live}
        failure={failure}
        skeleton={<SkeletonStack heights={SKELETON} />}
      >
        {({ isComplete }) =>
          all.length === 0 ? (
            <p className="org-empty">{empty}</p>
          ) : (
            <ArrangedTable
              label={label}
              searchLabel={definition.searchLabel}
              columns={definition.columns}
              all={listed}
              isComplete={isComplete}
              arranged={arranged}
              empty={current?.empty ?? ""}
              part={current === parts?.chips[0] ? "" : current?.label}
            >
              {parts && (
                <Chips
                  label={`Parts of ${label.toLowerCase()}`}
                  set={parts}
                  current={current}
                  all={all}
                  onChange={() => arranged.setPage(1)}
                />
              )}
              <div className="row gap-3 org-actions">
                {addressesOf && (
                  <CopyAddresses
                    list={list}
                    addresses={addressesOf(arranged.rows)}
                  />
                )}
                <CsvButton
                  list={list}
                  columns={csvColumns}
                  rows={arranged.rows}
                />
              </div>
            </ArrangedTable>
          )
        }
      </Loaded>
    </SectionFrame>
  );
}

const FAILURE = "Failed to copy the addresses";

/** Copies addresses for a mail program, once the audit log has recorded it. */
function CopyAddresses({
  list,
  addresses,
}: {
  list: ExportedList;
  /** Undefined while they load. */
  addresses: readonly string[] | undefined;
}) {
  const record = useMutation(api.organiser.recordExport);
  const { run, isPending } = useAction(FAILURE);
  const count = addresses?.length ?? 0;

  const copy = () =>
    run(async () => {
      if (addresses === undefined) return;
      const recorded = record({ list, form: "addresses", rows: count });
      const isCopied = await copyTextAfter(recorded, addresses.join(", "));
      if (!isCopied) throw new Error(FAILURE);
      notify.success(
        `${counted(count, "address", "addresses")} copied. Paste them into BCC.`,
      );
    });

  return (
    <Button
      isPending={isPending}
      isDisabled={count === 0}
      onClick={() => void copy()}
    >
      <CopyIcon />
      <span>
        {count === 0
          ? "Copy addresses"
          : `Copy ${counted(count, "address", "addresses")}`}
      </span>
    </Button>
  );
}
