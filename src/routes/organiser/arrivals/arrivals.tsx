import { api } from "#convex/_generated/api";
import type { CheckedInPerson } from "#convex/checkIns/shared/checkIns";
import { formatMoment } from "../../../lib/time/format-time";
import { paths } from "../../../paths";
import { LinkButton } from "../../../ui/button";
import { Written } from "../../../ui/written";
import { indianCell } from "../frame/indian-time";
import type { QueryList } from "../list/list-screen";

type Row = CheckedInPerson & { _id: CheckedInPerson["uid"] };

/** Everybody who was ever checked in. */
export const arrivals: QueryList<Row, typeof api.checkIns.all> = {
  list: "checkIns",
  query: api.checkIns.all,
  rowsOf: ({ people, isComplete }) => ({
    rows: people.map((person) => ({ ...person, _id: person.uid })),
    isComplete,
  }),
  actions: <LinkButton to={paths.checkIn}>Open the desk</LinkButton>,
  chips: {
    parameter: "part",
    chips: [
      {
        id: "here",
        label: "Here",
        isListed: ({ first }) => first !== null,
        empty: "No one is here.",
      },
      {
        id: "again",
        label: "Scanned again",
        isListed: ({ again }) => again !== null,
        empty: "Nobody was scanned again.",
      },
      {
        id: "unlisted",
        label: "Not on the list",
        isListed: ({ isByList }) => !isByList,
        empty: "Everyone was on the phone's list.",
      },
      {
        id: "undone",
        label: "Taken back",
        isListed: ({ undone }) => undone !== null,
        empty: "No check-in was taken back.",
      },
    ],
  },
  searchLabel: "Search names, colleges, teams and desks",
  failure: "Failed to load the arrivals",
  empty: "No one has been checked in yet.",
  arrangement: {
    textOf: ({ name, college, teamName, first, again }) =>
      [name, college, teamName, first?.desk, again?.desk].join(" "),
    initial: { columnId: "arrived", direction: "descending" },
    pageSize: 50,
  },
  columns: [
    {
      id: "name",
      heading: "Name",
      sortKey: ({ name }) => name,
      weight: 3,
      cell: ({ name, guardianFormSeen, isByList }) => (
        <>
          <strong>{name}</strong>
          {guardianFormSeen && (
            <span className="tag org-tag">Guardian&apos;s form seen</span>
          )}
          {!isByList && <span className="tag org-tag">Not on the list</span>}
        </>
      ),
    },
    {
      id: "team",
      heading: "Team",
      sortKey: ({ teamName }) => teamName,
      weight: 2,
      cell: ({ teamName, college }) => (
        <span>
          <Written>{teamName ?? "No team"}</Written>
          {college !== "" && (
            <span className="org-quiet">
              {" · "}
              <Written>{college}</Written>
            </span>
          )}
        </span>
      ),
    },
    {
      id: "arrived",
      heading: "Checked in",
      sortKey: ({ first }) => first?.at ?? null,
      weight: 3,
      cell: ({ first }) => <Moment of={first} />,
    },
    {
      id: "again",
      heading: "Also",
      sortKey: ({ again, undone }) => again?.at ?? undone?.at ?? null,
      weight: 3,
      cell: ({ again, undone }) => (
        <>
          {again && (
            <>
              <span>Again: </span>
              <Moment of={again} />
            </>
          )}
          {undone && (
            <>
              <span>Taken back: </span>
              <Moment of={undone} />
            </>
          )}
        </>
      ),
    },
  ],
  csvColumns: {
    Name: ({ name }) => name,
    Email: ({ email }) => email,
    Team: ({ teamName }) => teamName,
    College: ({ college }) => college,
    "Checked in (IST)": ({ first }) => first && indianCell(first.at),
    Desk: ({ first }) => first && first.desk,
    By: ({ first }) => first && first.by,
    "Guardian's form seen": ({ guardianFormSeen }) =>
      guardianFormSeen ? "yes" : "no",
    "On the phone's list": ({ isByList }) => (isByList ? "yes" : "no"),
    "Scanned again (IST)": ({ again }) => again && indianCell(again.at),
    "Scanned again at": ({ again }) => again && again.desk,
    "Taken back (IST)": ({ undone }) => undone && indianCell(undone.at),
  },
};

/** When, at which desk and by whom; the last two if known. */
function Moment({
  of: moment,
}: {
  of: { at: number; desk?: string; by: string } | null;
}) {
  if (moment === null) return <span className="org-quiet">Not here</span>;
  const { at, desk, by } = moment;
  return (
    <span>
      <span>{formatMoment(at)}</span>
      <span className="org-quiet">
        {`${desk !== undefined ? ` · ${desk}` : ""}${by !== "" ? ` · ${by}` : ""}`}
      </span>
    </span>
  );
}
