import { api } from "#convex/_generated/api";
import type { Participant } from "#convex/organiser/shared";
import { indianCell } from "../frame/indian-time";
import { roleNames } from "../../../features/team/player-card";
import { emailColumn, momentColumn } from "../list/columns";
import type { QueryList } from "../list/list-screen";
import { Written } from "../../../ui/written";

/** Before an import of places, everybody would be without one. */
const areImported = (all: readonly Participant[]) =>
  all.some(({ hasConfirmedPlace }) => hasConfirmedPlace);
const takesPart = ({ role }: Participant) => role === "participant";
const isInTeam = ({ teamRole }: Participant) => teamRole !== null;

export const participants: QueryList<
  Participant,
  typeof api.organiser.participants
> = {
  list: "participants",
  query: api.organiser.participants,
  rowsOf: ({ participants: rows, isComplete }) => ({ rows, isComplete }),
  addressesOf: (listed) => listed.map(({ email }) => email),
  // Organisers, judges and mentors do not take part; they are among the roles.
  chips: {
    parameter: "team",
    chips: [
      {
        id: "all",
        label: "All",
        isListed: takesPart,
        empty: "No one has registered yet.",
      },
      {
        id: "none",
        label: "Without a team",
        isListed: (person) => takesPart(person) && !isInTeam(person),
        empty: "Everyone is in a team.",
      },
      {
        id: "in",
        label: "In a team",
        isListed: (person) => takesPart(person) && isInTeam(person),
        empty: "No one is in a team yet.",
      },
      {
        id: "incomplete",
        label: "Profile incomplete",
        isListed: (person) => takesPart(person) && !person.isProfileComplete,
        empty: "Everyone has filled in college and year.",
      },
      {
        id: "place",
        label: "Place confirmed",
        isListed: (person) => takesPart(person) && person.hasConfirmedPlace,
        empty: "No place has been confirmed yet.",
        isOffered: areImported,
      },
      {
        id: "no-place",
        label: "No place",
        isListed: (person) => takesPart(person) && !person.hasConfirmedPlace,
        empty: "Everyone's place is confirmed.",
        isOffered: areImported,
      },
    ],
  },
  searchLabel: "Search names, addresses and teams",
  failure: "Failed to load the participants",
  empty: "No one has registered yet.",
  arrangement: {
    textOf: ({ name, email, teamName, college, graduationYear, skills }) =>
      [name, email, teamName, college, graduationYear, ...skills].join(" "),
    phrases: {
      "no team": (person) => !isInTeam(person),
      "no profile": (person) => !person.isProfileComplete,
    },
    initial: { columnId: "registered", direction: "descending" },
    pageSize: 50,
  },
  columns: [
    {
      id: "name",
      heading: "Name",
      sortKey: ({ name }) => name,
      weight: 3,
      cell: ({ name, role, hasConfirmedPlace }) => (
        <>
          <strong>{name}</strong>
          {role !== "participant" && (
            <span className="tag org-tag">{role}</span>
          )}
          {hasConfirmedPlace && (
            <span className="tag org-tag">Place confirmed</span>
          )}
        </>
      ),
    },
    emailColumn,
    {
      id: "team",
      heading: "Team",
      sortKey: ({ teamName }) => teamName,
      weight: 2,
      cell: ({ teamName, teamRole }) =>
        teamName === null ? (
          <span className="org-quiet">No team</span>
        ) : (
          <span>
            <Written>{teamName}</Written>
            {teamRole && (
              <span className="org-quiet">{` · ${roleNames[teamRole]}`}</span>
            )}
          </span>
        ),
    },
    {
      id: "college",
      heading: "College",
      sortKey: ({ college }) => college || null,
      weight: 2,
      cell: ({ college, graduationYear }) =>
        college === "" && graduationYear === null ? (
          <span className="org-quiet">Not told</span>
        ) : (
          <span>
            <Written>{college}</Written>
            {graduationYear !== null && (
              <span className="org-quiet">{` · ${graduationYear}`}</span>
            )}
          </span>
        ),
    },
    {
      id: "skills",
      heading: "Skills",
      weight: 2,
      cell: ({ skills }) =>
        skills.length === 0 ? (
          <span className="org-quiet">Not told</span>
        ) : (
          <span>{skills.join(", ")}</span>
        ),
    },
    momentColumn("registered", "Registered", ({ createdAt }) => createdAt),
  ],
  csvColumns: {
    Name: ({ name }) => name,
    Email: ({ email }) => email,
    Role: ({ role }) => role,
    Team: ({ teamName }) => teamName,
    "Team role": ({ teamRole }) => teamRole && roleNames[teamRole],
    "Place confirmed": ({ hasConfirmedPlace }) =>
      hasConfirmedPlace ? "yes" : "no",
    College: ({ college }) => college,
    "Year of graduation": ({ graduationYear }) => graduationYear,
    Skills: ({ skills }) => skills.join(", "),
    About: ({ about }) => about,
    GitHub: ({ links }) => links.github,
    Portfolio: ({ links }) => links.portfolio,
    "Registered (IST)": ({ createdAt }) => indianCell(createdAt),
  },
};
