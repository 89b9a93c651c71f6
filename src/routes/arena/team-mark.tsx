import { memo } from "react";
import { classNames } from "../../ui/class-names";
import { markDot, markPlates } from "../../ui/logo";
import type { HallTeam } from "./moments";

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
      {markPlates.map((plate, slot) => (
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
