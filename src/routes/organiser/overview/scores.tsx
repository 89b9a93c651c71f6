import { Link } from "react-router-dom";
import type { Overview } from "#convex/organiser/shared";
import type { Phase } from "#convex/settings/shared";
import { teamPlaces } from "../../../content/stats";
import { addressOf } from "../frame/sections";
import { addressOfPart } from "../list/chips";

/** The numbers of the phase. If not all rows could be counted, they are lower bounds. */
export function Scores({
  overview,
  phase,
}: {
  overview: Overview;
  phase: Phase;
}) {
  return (
    <>
      <dl className="org-scores grid halves gap-5 gap-x">
        {scoresOf(overview, phase).map(({ label, to, count, of }) => (
          <div key={to} className="org-score flex">
            <dt className="label quiet">
              <Link to={to}>{label}</Link>
            </dt>
            <dd>
              <span>{`${count}${!overview.isComplete ? "+" : ""}`}</span>
              {of !== undefined && (
                <small className="quiet">{` of ${of}`}</small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {!overview.isComplete && (
        <p>
          There is more than can be counted at once, so each figure is a
          minimum.
        </p>
      )}
    </>
  );
}

type Score = { label: string; to: string; count: number; of?: number };

function scoresOf(overview: Overview, phase: Phase): Score[] {
  const { registered, inTeams, teams, projects, handedIn } = overview;
  const people = {
    label: "Registered",
    to: addressOf("people"),
    count: registered,
  };
  const ofTeams = { label: "Teams", to: addressOf("teams"), count: teams };
  if (phase === "live" || phase === "over")
    return [
      {
        label: "Handed in",
        to: addressOfPart("projects", "state", "handed-in"),
        count: handedIn,
        of: teams,
      },
      { label: "Projects", to: addressOf("projects"), count: projects },
      ofTeams,
      people,
    ];
  return [
    people,
    {
      label: "In teams",
      to: addressOfPart("people", "team", "in"),
      count: inTeams,
    },
    {
      label: "Without a team",
      to: addressOfPart("people", "team", "none"),
      count: registered - inTeams,
    },
    { ...ofTeams, of: teamPlaces },
  ];
}
