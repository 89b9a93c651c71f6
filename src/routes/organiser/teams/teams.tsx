import { api } from "#convex/_generated/api";
import { MAX_TEAM_SIZE } from "#convex/shared/limits";
import type { TeamOverview } from "#convex/shared/validators";
import { formatMoment } from "../../../lib/format-date";
import { classNames } from "../../../ui/class-names";
import { indianCell } from "../indian-time";
import { ListScreen, type ListDefinition } from "../list/list-screen";
import { mapLive, useOrganiserQuery } from "../live";
import { sections } from "../sections";
import { roleWords } from "../words";

const definition: ListDefinition<TeamOverview> = {
  section: sections.teams,
  list: "teams",
  searchLabel: "Search teams and members",
  failure: "Failed to load the teams",
  empty: "Nobody has founded a team yet.",
  arrangement: {
    textOf: ({ name, description, members }) =>
      [name, description, ...members.map((member) => member.name)].join(" "),
    keys: {
      name: ({ name }) => name,
      size: ({ members }) => members.length,
      founded: ({ createdAt }) => createdAt,
    },
    initial: { columnId: "founded", direction: "descending" },
    pageSize: 30,
  },
  columns: [
    {
      id: "name",
      heading: "Team",
      isSortable: true,
      weight: 3,
      cell: ({ name, description }) => (
        <span>
          <strong>{name}</strong>
          {description !== "" && (
            <span className="org-description">{description}</span>
          )}
        </span>
      ),
    },
    {
      id: "size",
      heading: "Size",
      isSortable: true,
      cell: ({ members }) => <Size count={members.length} />,
    },
    {
      id: "members",
      heading: "Members",
      weight: 4,
      cell: ({ members }) => (
        <ul className="org-members">
          {members.map(({ uid, name, role }) => (
            <li key={uid}>
              {name}
              {role === "leader" && (
                <span className="org-leader">{roleWords.leader}</span>
              )}
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: "founded",
      heading: "Founded",
      isSortable: true,
      weight: 2,
      cell: ({ createdAt }) => <span>{formatMoment(createdAt)}</span>,
    },
  ],
  csvColumns: [
    { heading: "Team", valueOf: ({ name }) => name },
    { heading: "Description", valueOf: ({ description }) => description },
    { heading: "Size", valueOf: ({ members }) => members.length },
    ...Array.from({ length: MAX_TEAM_SIZE }, (_, slot) => ({
      heading: `Member ${slot + 1}`,
      valueOf: ({ members }: TeamOverview) => members[slot]?.name ?? null,
    })),
    {
      heading: "Team Leader",
      valueOf: ({ members }) =>
        members.find(({ role }) => role === "leader")?.name ?? null,
    },
    {
      heading: "Founded (IST)",
      valueOf: ({ createdAt }) => indianCell(createdAt),
    },
  ],
};

/** Without invite codes, which only members may see. */
export function Teams() {
  const live = useOrganiserQuery(api.organiser.teams, {});
  const rows = mapLive(live, ({ teams, isComplete }) => ({
    rows: teams,
    isComplete,
  }));
  return <ListScreen definition={definition} live={rows} />;
}

function Size({ count }: { count: number }) {
  return (
    <span className="org-size">
      <span className="org-places" aria-hidden="true">
        {Array.from({ length: MAX_TEAM_SIZE }, (_, place) => (
          <span
            key={place}
            className={classNames("org-place", place < count && "org-taken")}
          />
        ))}
      </span>
      {count} of {MAX_TEAM_SIZE}
    </span>
  );
}
