import { event } from "../../content/event";
import { formatDateLine } from "../../lib/format-date";
import { Mark } from "../../ui/logo";
import styles from "./event-plate.module.css";

/** The event in three lines, under the mark. */
export function EventPlate() {
  return (
    <div className={styles.plate}>
      <span className={styles.lattice} />
      <Mark className={styles.mark} />
      <p className={styles.lines}>
        <span>{event.format}</span>
        <span>{formatDateLine(event.firstDay, event.lastDay)}</span>
        <span>{event.city}</span>
      </p>
    </div>
  );
}
