import type { UpcomingEvent } from "#convex/shared/validators";
import { isOver, useToday } from "../../../lib/days";
import { formatMonthFirst, formatIsoDay } from "../../../lib/format-date";
import { classNames } from "../../../ui/class-names";
import styles from "../../dashboard/side-list.module.css";

/** A date, drawn as on the dashboard. */
export function DateEntry({
  event: { title, startsAt, wholeDay },
}: {
  event: Omit<UpcomingEvent, "_id">;
}) {
  const today = useToday();
  return (
    <p
      className={classNames(
        styles.event,
        !Number.isNaN(startsAt) && isOver(startsAt, today) && styles.over,
      )}
    >
      <span className={styles.title}>{title}</span>
      {Number.isNaN(startsAt) ? (
        <time>Date</time>
      ) : wholeDay ? (
        <time dateTime={formatIsoDay(startsAt)}>
          {formatMonthFirst(startsAt)}
        </time>
      ) : (
        <time dateTime={new Date(startsAt).toISOString()}>
          {formatMonthFirst(startsAt, true)}
        </time>
      )}
    </p>
  );
}
