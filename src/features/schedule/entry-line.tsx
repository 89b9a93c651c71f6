import type { Entry } from "#convex/content/shared/schedule";
import {
  formatMonthFirst,
  formatIsoDay,
  formatMoment,
  formatTime,
} from "../../lib/time/format-time";
import { classNames } from "../../ui/class-names";
import styles from "./entry-line.module.css";

type Shown = Omit<Entry, "_id">;

/**
 * Title, place and time on a line.
 * @param today "2025-06-28": what begins on it is told without the day, other entries without their end
 */
export function EntryLine({
  entry,
  today,
  isOver = false,
}: {
  entry: Shown;
  today?: string;
  isOver?: boolean;
}) {
  const { place } = entry;
  return (
    <p
      className={classNames(
        "row gap-0 gap-x-4 justify-between strong",
        styles.line,
        isOver && styles.over,
      )}
    >
      <span className="min-w-0">
        <EntryTitle entry={entry} />
        {place && (
          <span className={`quiet ${styles.place}`}>{` · ${place}`}</span>
        )}
      </span>
      <EntryTime entry={entry} today={today} />
    </p>
  );
}

/** The title; struck through if the entry is cancelled, which is said as well. */
export function EntryTitle({
  entry: { title, isCancelled = false },
}: {
  entry: Pick<Shown, "title" | "isCancelled">;
}) {
  if (!isCancelled) return <span>{title}</span>;
  return (
    <>
      <s>{title}</s> <span className="hot-text">Cancelled</span>
    </>
  );
}

/** When it is: a day, an instant, or from one instant to another. */
function EntryTime({
  entry: { startsAt, endsAt, wholeDay },
  today,
}: {
  entry: Shown;
  today: string | undefined;
}) {
  // As it is typed.
  if (Number.isNaN(startsAt)) return <time>Date</time>;
  if (wholeDay)
    return (
      <time dateTime={formatIsoDay(startsAt)}>
        {formatMonthFirst(startsAt)}
      </time>
    );
  const isToday = formatIsoDay(startsAt) === today;
  const hasEnd = endsAt !== undefined && !Number.isNaN(endsAt);
  return (
    <time dateTime={new Date(startsAt).toISOString()}>
      <span>{isToday ? formatTime(startsAt) : formatMoment(startsAt)}</span>
      <span>
        {hasEnd &&
          (isToday || today === undefined) &&
          ` to ${untilOf(startsAt, endsAt)}`}
      </span>
    </time>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The end of an entry: its time, with the day if it lasts for long. */
export function untilOf(startsAt: number, endsAt: number): string {
  return endsAt - startsAt < DAY_MS ? formatTime(endsAt) : formatMoment(endsAt);
}
