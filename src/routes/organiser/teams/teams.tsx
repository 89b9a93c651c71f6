import { useState, type CSSProperties } from "react";
import { api } from "#convex/_generated/api";
import { MAX_TEAM_SIZE, type TeamOverview } from "#convex/teams/shared/teams";
import { counted } from "#convex/platform/shared/text";
import type { CsvColumns } from "../../../lib/csv";
import { useSettings } from "../../../lib/settings/live-settings";
import { classNames } from "../../../ui/class-names";
import { indianCell } from "../frame/indian-time";
import { useOrganiserQuery } from "../frame/live";
import { roleNames } from "../../../features/team/player-card";
import type { Chip } from "../list/chips";
import { editColumn, momentColumn } from "../list/columns";
import { ListScreen, type QueryList } from "../list/list-screen";
import { MendTeam } from "./mend-team";
import { SEATS_IN_ROW } from "./seats";
import { dataOf } from "../../../lib/connection/use-live";
import { Written, written } from "../../../ui/written";

const placesOf = ({ members }: TeamOverview) =>
  members.filter(({ hasConfirmedPlace }) => hasConfirmedPlace).length;

const bySize = Array.from(
  { length: MAX_TEAM_SIZE },
  (_, index): Chip<TeamOverview> => ({
    id: String(index + 1),
    label: counted(index + 1, "member"),
    isListed: ({ members }) => members.length === index + 1,
    empty: `No team has ${counted(index + 1, "member")}.`,
  }),
);

const definition: QueryList<TeamOverview, typeof api.organiser.teams> = {
  list: "teams",
  query: api.organiser.teams,
  rowsOf: ({ teams: rows, isComplete }) => ({ rows, isComplete }),
  chips: {
    parameter: "size",
    chips: [
      { id: "all", label: "All", isListed: () => true, empty: "" },
      ...bySize,
      {
        id: "places",
        label: "All places confirmed",
        isListed: (team) => placesOf(team) === team.members.length,
        empty: "No team has all its places confirmed yet.",
      },
      {
        id: "no-place",
        label: "Place missing",
        isListed: (team) => placesOf(team) < team.members.length,
        empty: "Every team has all its places confirmed.",
      },
    ],
  },
  searchLabel: "Search teams and members",
  failure: "Failed to load the teams",
  empty: "There are no teams yet.",
  arrangement: {
    textOf: ({ name, description, members }) =>
      [name, description, ...members.map((member) => member.name)].join(" "),
    initial: { columnId: "founded", direction: "descending" },
    pageSize: 30,
  },
  columns: [
    {
      id: "name",
      heading: "Team",
      sortKey: ({ name }) => name,
      weight: 3,
      cell: ({ name, description }) => (
        <span>
          <strong>
            <Written>{name}</Written>
          </strong>
          {description !== "" && (
            <span className="org-description" {...written(description)}>
              {description}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "size",
      heading: "Size",
      sortKey: ({ members }) => members.length,
      cell: ({ members }) => <Size count={members.length} />,
    },
    {
      id: "members",
      heading: "Members",
      weight: 4,
      cell: ({ members }) => (
        <ul className="stack gap-1 org-members">
          {members.map(({ uid, name, role, hasConfirmedPlace }) => (
            <li key={uid}>
              <span>{name}</span>
              {role === "leader" && (
                <span className="tag org-leader">{roleNames.leader}</span>
              )}
              {hasConfirmedPlace && (
                <span className="org-quiet"> · Place confirmed</span>
              )}
            </li>
          ))}
        </ul>
      ),
    },
    momentColumn("founded", "Created", ({ createdAt }) => createdAt),
  ],
  csvColumns: {
    Team: ({ name }) => name,
    Description: ({ description }) => description,
    Size: ({ members }) => members.length,
    ...Object.fromEntries(
      Array.from({ length: MAX_TEAM_SIZE }, (_, slot) => [
        `Member ${slot + 1}`,
        ({ members }: TeamOverview) => members[slot]?.name ?? null,
      ]),
    ),
    "Team Leader": ({ members }) =>
      members.find(({ role }) => role === "leader")?.name ?? null,
    "Places confirmed": placesOf,
    "Created (IST)": ({ createdAt }) => indianCell(createdAt),
  },
};

/** The columns of addresses; empty for people who are not in `emails`. */
export function addressColumns(
  emails: ReadonlyMap<string, string>,
): CsvColumns<TeamOverview> {
  return {
    "Address of the Team Leader": ({ members }) => {
      const leader = members.find(({ role }) => role === "leader");
      return (leader && emails.get(leader.uid)) ?? null;
    },
    "Addresses of all members": ({ members }) =>
      members.flatMap(({ uid }) => emails.get(uid) ?? []).join(", "),
  };
}

/** Without invite codes, which only members may see. */
export function Teams() {
  const live = useOrganiserQuery(api.organiser.teams, {});
  const everyone = useOrganiserQuery(api.organiser.participants, {});
  const areChangesOpen = useSettings()?.teamChangesOpen ?? true;
  const [mendedId, setMendedId] = useState<TeamOverview["_id"] | null>(null);
  const people = dataOf(everyone)?.participants;
  const emails = new Map(people?.map(({ _id, email }) => [_id, email]));
  const teams = dataOf(live)?.teams;
  return (
    <>
      <ListScreen
        definition={{
          ...definition,
          columns: [
            ...definition.columns,
            editColumn<TeamOverview>(setMendedId),
          ],
          csvColumns: { ...definition.csvColumns, ...addressColumns(emails) },
          addressesOf: (listed) =>
            people &&
            listed.flatMap(({ members }) =>
              members.flatMap(({ uid }) => emails.get(uid) ?? []),
            ),
        }}
      />
      <MendTeam
        isOpen={mendedId !== null}
        team={teams?.find(({ _id }) => _id === mendedId)}
        people={people}
        areChangesOpen={areChangesOpen}
        onClose={() => setMendedId(null)}
      />
    </>
  );
}

function Size({ count }: { count: number }) {
  return (
    <span className="row gap-1 gap-x-3 items-center">
      <span
        className="org-places grid"
        style={{ "--in-row": SEATS_IN_ROW } as CSSProperties}
        aria-hidden="true"
      >
        {Array.from({ length: MAX_TEAM_SIZE }, (_, place) => (
          <span
            key={place}
            className={classNames("org-place", place < count && "org-taken")}
          />
        ))}
      </span>
      <span>{`${count} of ${MAX_TEAM_SIZE}`}</span>
    </span>
  );
}
