import { Link } from "react-router-dom";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { counted } from "#convex/platform/shared/text";
import { teamPlaces } from "../../../content/stats";
import { VisuallyHidden } from "../../../ui/visually-hidden";
import { addressOfPart } from "../list/chips";
import { SEATS_IN_ROW } from "../teams/seats";
import { Bar } from "./bar-chart";
import { Fold } from "./fold";

export function TeamSizes({ teamsBySize }: { teamsBySize: readonly number[] }) {
  const most = Math.max(1, ...teamsBySize);
  const teams = teamsBySize.reduce((sum, count) => sum + count, 0);
  return (
    <Fold title={`Teams by size: ${freePlaces(teams)}`}>
      <p>{`Each square is a team, each ${MAX_TEAM_SIZE === 4 ? "quarter" : "part"} of it a member.`}</p>
      <div className="stack gap-6 items-center wide-halves">
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

function freePlaces(teams: number): string {
  if (teams > teamPlaces) {
    return `${teams - teamPlaces} teams more than the ${teamPlaces} places`;
  }
  if (teams === teamPlaces) return `all ${teamPlaces} places are taken`;
  return `${teamPlaces - teams} of ${teamPlaces} places are free`;
}

const SEAT = 4.4;
const SEAT_STEP = 5;
/** Two rows of seats are a team's square, with a gap. */
const CELL_HEIGHT = 12;
const CELL_WIDTH = CELL_HEIGHT + (SEATS_IN_ROW - 2) * SEAT_STEP;
/** The plan is about two and a half times as wide as high. */
const COLUMNS = Math.max(
  12,
  Math.round(Math.sqrt((2.4 * teamPlaces * CELL_HEIGHT) / CELL_WIDTH)),
);

/** A plan of all places; taken seats are highlighted. */
function Hall({ teamsBySize }: { teamsBySize: readonly number[] }) {
  const sizes = teamsBySize
    .flatMap((count, index) => Array<number>(count).fill(index + 1))
    .reverse();
  const places = Math.max(teamPlaces, sizes.length);
  const rows = Math.ceil(places / COLUMNS);
  return (
    <div className="measure">
      <VisuallyHidden>{inWords(teamsBySize)}</VisuallyHidden>
      <svg
        width="100%"
        viewBox={`0 0 ${COLUMNS * CELL_WIDTH - 2.6} ${rows * CELL_HEIGHT - 2.6}`}
        aria-hidden="true"
      >
        {Array.from({ length: places }, (_, place) => (
          <Square
            key={place}
            place={place}
            size={sizes[place] ?? 0}
            isBeyond={place >= teamPlaces}
          />
        ))}
      </svg>
    </div>
  );
}

function Square({
  place,
  size,
  isBeyond,
}: {
  place: number;
  size: number;
  isBeyond: boolean;
}) {
  const x = (place % COLUMNS) * CELL_WIDTH;
  const y = Math.floor(place / COLUMNS) * CELL_HEIGHT;
  const isOver = isBeyond || size > MAX_TEAM_SIZE;
  return (
    <g data-over={isOver || undefined}>
      {Array.from({ length: MAX_TEAM_SIZE }, (_, seat) => (
        <rect
          key={seat}
          className={seat < size ? "org-fill" : "org-ground"}
          x={x + (seat % SEATS_IN_ROW) * SEAT_STEP}
          y={y + Math.floor(seat / SEATS_IN_ROW) * SEAT_STEP}
          width={SEAT}
          height={SEAT}
        />
      ))}
    </g>
  );
}

function inWords(teamsBySize: readonly number[]): string {
  const parts = teamsBySize.map(
    (count, index) =>
      `${counted(count, "team")} of ${counted(index + 1, "member")}`,
  );
  return `${parts.join(", ")}; ${teamPlaces} places`;
}
