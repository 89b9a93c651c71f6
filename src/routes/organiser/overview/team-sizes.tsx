import { MAX_TEAM_SIZE } from "#convex/shared/teams";
import { counted } from "#convex/shared/text";
import { Link } from "react-router-dom";
import { teamPlaces } from "../../../content/stats";
import { addressOfPart } from "../list/chips";
import { Fold } from "./fold";
import { Hall } from "./hall";

export function TeamSizes({ teamsBySize }: { teamsBySize: readonly number[] }) {
  const most = Math.max(1, ...teamsBySize);
  const teams = teamsBySize.reduce((sum, count) => sum + count, 0);
  return (
    <Fold title={`Teams by size: ${freePlaces(teams)}`}>
      <p>Each square is a team, each quarter of it a member.</p>
      <div className="stack gap-6 items-center org-sizes">
        <Hall teamsBySize={teamsBySize} />
        <ol className="stack gap-3 tabular org-bars">
          {teamsBySize.map((count, index) => (
            <li
              key={index}
              className="grid gap-3 items-center"
              data-over={index >= MAX_TEAM_SIZE || undefined}
            >
              <Link to={addressOfPart("teams", "size", String(index + 1))}>
                {counted(index + 1, "member")}
              </Link>
              <Bar share={count / most} />
              <strong>{counted(count, "team")}</strong>
            </li>
          ))}
        </ol>
      </div>
    </Fold>
  );
}

/** A horizontal bar of that share of the width. */
export function Bar({ share }: { share: number }) {
  return (
    <svg
      viewBox="0 0 100 10"
      width="100%"
      height="1rem"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="org-ground" width="100" height="10" />
      <rect className="org-fill" width={share * 100} height="10" />
    </svg>
  );
}

function freePlaces(teams: number): string {
  if (teams > teamPlaces) {
    return `${teams - teamPlaces} teams more than the ${teamPlaces} places`;
  }
  if (teams === teamPlaces) return `all ${teamPlaces} places are taken`;
  return `${teamPlaces - teams} of ${teamPlaces} places are free`;
}
