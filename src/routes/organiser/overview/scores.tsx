import { Link } from "react-router-dom";
import type { Overview } from "#convex/shared/organiser";
import { teamPlaces } from "../../../content/stats";
import { addressOf } from "../frame/sections";
import { addressOfPart } from "../list/chips";

/** If not all rows could be counted, the figures are lower bounds. */
export function Scores({ overview }: { overview: Overview }) {
  return (
    <>
      <dl className="org-scores grid gap-5 gap-x">
        {scoresOf(overview).map(({ label, to, count, of, isHot }) => (
          <div
            key={to}
            className="org-score"
            data-hot={isHot === true || undefined}
          >
            <dt>
              <Link to={to}>{label}</Link>
            </dt>
            <dd>
              {count}
              {!overview.isComplete && "+"}
              {of !== undefined && <small> of {of}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {!overview.isComplete && (
        <p className="org-note">
          There is more than can be counted at once, so each figure is a
          minimum.
        </p>
      )}
    </>
  );
}

type Score = {
  label: string;
  to: string;
  count: number;
  of?: number;
  isHot?: boolean;
};

function scoresOf(overview: Overview): Score[] {
  const { registered, inTeams, teams, messagesWaiting, subscribers } = overview;
  return [
    { label: "Registered", to: addressOf("people"), count: registered },
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
    { label: "Teams", to: addressOf("teams"), count: teams, of: teamPlaces },
    {
      label: messagesWaiting === 1 ? "Message waiting" : "Messages waiting",
      to: addressOf("news/messages"),
      count: messagesWaiting,
      isHot: messagesWaiting > 0,
    },
    {
      label: "Subscribers",
      to: addressOf("people/subscribers"),
      count: subscribers,
    },
  ];
}
