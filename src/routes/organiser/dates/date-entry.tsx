import type { UpcomingEvent } from "#convex/shared/validators";
import { formatMonthFirst, formatIsoDay } from "../../../lib/format-date";
import styles from "../../dashboard/side-list.module.css";

/** A date, drawn as on the dashboard. */
export function DateEntry({
  event: { title, startsAt, wholeDay },
}: {
  event: Omit<UpcomingEvent, "_id">;
}) {
  return (
    <p className={styles.event}>
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
