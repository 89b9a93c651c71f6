import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Overview } from "#convex/shared/organiserValidators";
import { teamPlaces } from "../../../content/stats";
import { addressOf } from "../frame/sections";
import { addressOfPart } from "../list/chips";

/** If not all rows could be counted, the figures are lower bounds. */
export function Scores({ overview }: { overview: Overview }) {
  const { registered, inTeams, teams, messagesWaiting, isComplete } = overview;
  const atLeast = isComplete ? "" : "+";
  return (
    <>
      <dl className="org-scores">
        <Score label={<Link to={addressOf("participants")}>Registered</Link>}>
          {registered}
          {atLeast}
        </Score>
        <Score
          label={
            <Link to={addressOfPart("participants", "team", "in")}>
              In teams
            </Link>
          }
        >
          {inTeams}
          {atLeast}
        </Score>
        <Score
          label={
            <Link to={addressOfPart("participants", "team", "none")}>
              Without a team
            </Link>
          }
        >
          {registered - inTeams}
          {atLeast}
        </Score>
        <Score label={<Link to={addressOf("teams")}>Teams</Link>}>
          {teams}
          {atLeast}
          <small> of {teamPlaces}</small>
        </Score>
        <Score
          label={
            <Link to={addressOf("messages")}>
              {messagesWaiting === 1 ? "Message waiting" : "Messages waiting"}
            </Link>
          }
          isHot={messagesWaiting > 0}
        >
          {messagesWaiting}
          {atLeast}
        </Score>
        <Score label={<Link to={addressOf("subscribers")}>Subscribers</Link>}>
          {overview.subscribers}
          {atLeast}
        </Score>
      </dl>
      {!isComplete && (
        <p className="quiet text-s org-note">
          There is more than can be counted at once, so each figure is a
          minimum.
        </p>
      )}
    </>
  );
}

function Score({
  label,
  isHot = false,
  children,
}: {
  label: ReactNode;
  isHot?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="org-score" data-hot={isHot || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
