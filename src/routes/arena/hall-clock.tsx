import type { Settings } from "#convex/settings/shared";
import { LAST_CALL, roughly, shownLeft } from "../../features/clock/countdown";
import { useNextEnd } from "../../features/clock/next-end";
import { formatMoment, formatTime } from "../../lib/time/format-time";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { classNames } from "../../ui/class-names";

/** The clock that carries the room: to what ends next, else India's time. */
export function HallClock({
  settings,
  now,
  isAside,
}: {
  settings: Settings;
  now: number;
  /** Whether something else has the stage. */
  isAside: boolean;
}) {
  const end = useNextEnd(settings, now);
  const until = end?.until ?? null;
  const left = until === null ? null : until - now;
  const digits = left === null ? formatTime(now) : shownLeft(left);
  const seconds = digits.lastIndexOf(":") > 3 ? digits.slice(-3) : "";
  const { startsAt, endsAt } = settings;
  const isRunning =
    startsAt !== undefined && endsAt !== undefined && now >= startsAt;
  return (
    <div className="grid hall-middle">
      <div
        className={classNames("grid hall-clock", isAside && "hall-aside")}
        role="timer"
        aria-live="off"
      >
        <p
          className={classNames(
            "hall-digits",
            /[a-z]/iu.test(digits) && "hall-days",
            left !== null && left < LAST_CALL && "hall-late",
          )}
          aria-hidden="true"
        >
          <span>{digits.slice(0, digits.length - seconds.length)}</span>
          <span className="hall-seconds">{seconds}</span>
        </p>
        <p className="hall-caption">
          <VisuallyHidden>
            {`${left === null ? digits : roughly(left)} `}
          </VisuallyHidden>
          <span>{`${end?.name ?? "in India"}${until !== null ? `, ${formatMoment(until)}` : ""}`}</span>
        </p>
        {isRunning && (
          <span className="hall-line">
            <span
              style={{
                transform: `scaleX(${Math.min(1, (now - startsAt) / (endsAt - startsAt))})`,
              }}
            />
          </span>
        )}
      </div>
    </div>
  );
}
