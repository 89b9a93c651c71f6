/** Columns that several lists have. */
import { Fragment } from "react";
import { formatMoment } from "../../../lib/time/format-time";
import { Button } from "../../../ui/button";
import type { Column } from "./data-table";

export function momentColumn<Row>(
  id: string,
  heading: string,
  momentOf: (row: Row) => number,
): Column<Row> {
  return {
    id,
    heading,
    sortKey: momentOf,
    weight: 2,
    cell: (row) => <span>{formatMoment(momentOf(row))}</span>,
  };
}

/** Addresses, which a narrow column breaks before "@" first. */
export const emailColumn: Column<{ email: string }> = {
  id: "email",
  heading: "Email",
  sortKey: ({ email }) => email,
  weight: 3,
  cell: ({ email }) => (
    <a href={`mailto:${email}`}>
      {email.split(/(?=@)/u).map((part, nth) => (
        <Fragment key={nth}>
          {nth > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </a>
  ),
};

/** A button in each row that opens a dialog about it. */
export function editColumn<Row extends { _id: string; name: string }>(
  onEdit: (id: Row["_id"]) => void,
): Column<Row> {
  return {
    id: "edit",
    heading: "Edit",
    weight: 2,
    cell: ({ _id, name }) => (
      <Button aria-label={`Edit ${name}`} onClick={() => onEdit(_id)}>
        Edit
      </Button>
    ),
  };
}
