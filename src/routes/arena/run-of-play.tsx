import { endOf, nowAndNext, type Entry } from "#convex/content/shared/schedule";
import { untilOf } from "../../features/schedule/entry-line";
import { formatTime } from "../../lib/time/format-time";
import { classNames } from "../../ui/class-names";

/** What is on, and what comes next. */
export function NowAndNext({
  entries,
  minute,
}: {
  entries: readonly Entry[];
  minute: number;
}) {
  const { now, next } = nowAndNext(entries, minute);
  const on = now.at(-1);
  const [coming] = next;
  return (
    <div className="grid hall-now">
      {on && (
        <Part label="Now" entry={on}>
          {on.endsAt !== undefined && `until ${untilOf(minute, on.endsAt)}`}
        </Part>
      )}
      {coming && (
        <Part label="Next" entry={coming}>
          {!coming.wholeDay && `at ${untilOf(minute, coming.startsAt)}`}
        </Part>
      )}
    </div>
  );
}

function Part({
  label,
  entry: { title, place },
  children,
}: {
  label: string;
  entry: Entry;
  children: string | false;
}) {
  return (
    <div className="grid content-start hall-part">
      <p className="hall-label">
        <span>{label}</span> <span>{children}</span>
      </p>
      <p className="two-lines hall-entry">{title}</p>
      {place && <p className="hall-place">{place}</p>}
    </div>
  );
}

const MOST_LISTED = 6;

/** The schedule alone: what is on, and what comes after it. */
export function RunOfPlay({
  entries,
  minute,
}: {
  entries: readonly Entry[];
  minute: number;
}) {
  const standing = entries.filter(
    (entry) => entry.isCancelled !== true && endOf(entry) > minute,
  );
  return (
    <ol className="hall-schedule">
      {standing.slice(0, MOST_LISTED).map((entry) => (
        <li
          key={entry._id}
          className={classNames(
            "grid items-baseline",
            entry.startsAt <= minute && "hall-on",
          )}
        >
          <span className="hall-time">
            {entry.wholeDay ? "All day" : formatTime(entry.startsAt)}
          </span>
          <span className="two-lines hall-entry">{entry.title}</span>
          {entry.place && <span className="hall-place">{entry.place}</span>}
        </li>
      ))}
    </ol>
  );
}
