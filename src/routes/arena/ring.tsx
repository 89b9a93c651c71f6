import { memo } from "react";
import { classNames } from "../../ui/class-names";
import type { HallTeam } from "./moments";
import type { Stand } from "./seats";
import { TeamMark } from "./team-mark";

/** The teams around the clock. Places that nobody has taken are dots, as of a kolam that is not drawn yet. */
export const Ring = memo(function Ring({
  stand: { columns, rows, seats },
  teams,
  counted,
  calledId,
  isDimmed,
}: {
  stand: Stand;
  teams: readonly HallTeam[];
  counted: boolean;
  /** The team that is named at the moment. */
  calledId: string | undefined;
  /** Whether it has the stage. */
  isDimmed: boolean;
}) {
  return (
    <div
      className={classNames("grid hall-ring", isDimmed && "hall-dimmed")}
      style={{
        gridTemplate: `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`,
      }}
      aria-hidden="true"
    >
      {seats.map(({ column, row }, nth) => {
        const team = teams[nth];
        const place = {
          gridArea: `${row + 1} / ${column + 1}`,
          animationDelay: `${nth * 20}ms`,
        };
        return team === undefined ? (
          <span key={nth} className="hall-free" style={place} />
        ) : (
          <span
            key={team.id}
            className={classNames(
              "hall-seat",
              team.id === calledId && "hall-called",
            )}
            style={place}
          >
            <TeamMark
              filled={team.filled}
              arrived={team.arrived}
              isHandedIn={team.handIn !== null}
              counted={counted}
            />
          </span>
        );
      })}
    </div>
  );
});
