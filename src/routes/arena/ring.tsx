import { memo } from "react";
import { classNames } from "../../ui/class-names";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { markDot, markPlates } from "../../ui/logo";
import type { HallTeam } from "./moments";
import { platesOf } from "./plates";
import type { Stand } from "./seats";

const plates = platesOf[MAX_TEAM_SIZE] ?? markPlates;

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
      className={classNames("grid cover hall-ring", isDimmed && "hall-dimmed")}
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

/** A team as the mark: a plate for each slot, and the dot for what it hands in. Decorative: what it says is written elsewhere. */
export const TeamMark = memo(function TeamMark({
  filled,
  arrived,
  isHandedIn,
  counted,
  latest,
  className,
}: Pick<HallTeam, "filled" | "arrived"> & {
  isHandedIn: boolean;
  /** Whether arrivals are counted: until then, who is in a team counts as here. */
  counted: boolean;
  /** The part that locks in while the mark has the stage: a slot, or the dot. */
  latest?: number | "dot" | undefined;
  className?: string;
}) {
  const here = counted ? arrived : filled;
  return (
    <svg
      viewBox="0 0 64 64"
      className={classNames("hall-mark", className)}
      aria-hidden="true"
    >
      {plates.map((plate, slot) => (
        <path
          key={plate}
          d={plate}
          className="hall-plate"
          data-slot={slot}
          data-state={slot < here ? "here" : slot < filled ? "filled" : "empty"}
          data-latest={slot === latest || undefined}
        />
      ))}
      <path
        d={markDot}
        className="hall-dot"
        data-state={isHandedIn ? "handed-in" : "open"}
        data-latest={latest === "dot" || undefined}
      />
    </svg>
  );
});
