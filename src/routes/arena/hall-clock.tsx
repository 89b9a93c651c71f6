import type { Settings } from "#convex/settings/shared";
import { digitsOf, HOUR, roughly } from "../../features/clock/countdown";
import { formatMoment, formatTime } from "../../lib/time/format-date";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { classNames } from "../../ui/class-names";

/** From then on hours are counted; before, days. */
const HOURS_FROM = 100 * HOUR;
const LAST_CALL = HOUR / 6;

type Shown = { digits: string; caption: string; left: number | null };

/** @param now the deployment's time */
function shownAt({ startsAt, endsAt }: Settings, now: number): Shown {
  if (startsAt === undefined || now >= (endsAt ?? startsAt))
    return {
      digits: formatTime(now).replace(/ .M/u, ""),
      caption:
        endsAt === undefined ? "in India" : `Ended ${formatMoment(endsAt)}`,
      left: null,
    };
  const isBefore = now < startsAt;
  const until = isBefore ? startsAt : (endsAt ?? startsAt);
  const left = until - now;
  return {
    digits: left < HOURS_FROM ? digitsOf(left) : roughly(left),
    caption: `${isBefore ? "to the start," : "left, until"} ${formatMoment(until)}`,
    left,
  };
}

/** The clock that carries the room: to the start, then to the end, then India's time. */
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
  const { digits, caption, left } = shownAt(settings, now);
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
            /[a-z]/u.test(digits) && "hall-days",
            left !== null && left < LAST_CALL && "hall-late",
          )}
          aria-hidden="true"
        >
          {digits.slice(0, digits.length - seconds.length)}
          <span className="hall-seconds">{seconds}</span>
        </p>
        <p className="hall-caption">
          <VisuallyHidden>
            {left === null ? digits : roughly(left)}{" "}
          </VisuallyHidden>
          {caption}
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
