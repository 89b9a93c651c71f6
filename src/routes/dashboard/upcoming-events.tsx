import { upcomingEvents } from "../../content/upcoming";
import { formatDay } from "../../lib/format-date";
import styles from "./side-list.module.css";

export function UpcomingEvents() {
  return (
    <section className={styles.section} aria-labelledby="upcoming">
      <h2 id="upcoming">Upcoming events</h2>
      <ul className={styles.list}>
        {upcomingEvents.map((entry) => (
          <li key={entry.id} className={styles.event}>
            <span>{entry.title}</span>
            <time dateTime={entry.date}>{formatDay(entry.date)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
