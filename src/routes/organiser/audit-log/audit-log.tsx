import { api } from "#convex/_generated/api";
import type { AuditRow } from "#convex/platform/shared/audit";
import { VisuallyHidden } from "../../../ui/visually-hidden";
import { indianCell } from "../frame/indian-time";
import { momentColumn } from "../list/columns";
import type { QueryList } from "../list/list-screen";
import { changeLine, describeChange } from "./describe-change";

export const auditLog: QueryList<AuditRow, typeof api.organiser.auditLog> = {
  list: "auditLog",
  query: api.organiser.auditLog,
  rowsOf: (rows) => ({ rows, isComplete: true }),
  searchLabel: "Search actions, people and words",
  failure: "Failed to load the audit log",
  empty: "No one has done anything here yet.",
  arrangement: {
    textOf: (entry) =>
      [entry.actorName, entry.action, entry.target, changeLine(entry)].join(
        " ",
      ),
    initial: { columnId: "at", direction: "descending" },
    pageSize: 30,
  },
  columns: [
    momentColumn("at", "When", ({ at }) => at),
    {
      id: "actor",
      heading: "Who",
      sortKey: ({ actorName }) => actorName,
      cell: ({ actorName }) => <span>{actorName}</span>,
    },
    {
      id: "action",
      heading: "What",
      sortKey: ({ action }) => action,
      weight: 3,
      cell: ({ action, target }) => (
        <span>
          <strong className="org-capitalised">{action}</strong>
          <span className="org-description">{target}</span>
        </span>
      ),
    },
    {
      id: "change",
      heading: "Before and after",
      weight: 4,
      cell: (entry) => <Changes entry={entry} />,
    },
  ],
  csvColumns: {
    "When (IST)": ({ at }) => indianCell(at),
    Who: ({ actorName }) => actorName,
    Action: ({ action }) => action,
    Target: ({ target }) => target,
    "Before and after": changeLine,
  },
};

function Changes({ entry }: { entry: AuditRow }) {
  const changes = describeChange(entry);
  if (changes.length === 0) return <span className="org-quiet">–</span>;
  return (
    <dl className="stack gap-2 org-changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="quiet">{field}</dt>
          {before !== undefined && (
            <dd className="pre-line">
              <VisuallyHidden>before: </VisuallyHidden>
              <del className="quiet">{before}</del>
            </dd>
          )}
          {after !== undefined && (
            <dd className="pre-line">
              <VisuallyHidden>after: </VisuallyHidden>
              <ins>{after}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
