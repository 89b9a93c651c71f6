import { event } from "../../content/event";
import { formatDateLine } from "../../lib/format-date";
import styles from "./event-lines.module.css";

/** The event in three lines. */
export function EventLines() {
  return (
    <p className={styles.lines}>
      <span>{event.format}</span>
      <span>{formatDateLine(event.firstDay, event.lastDay)}</span>
      <span>{event.city}</span>
    </p>
  );
}
