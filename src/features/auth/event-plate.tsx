import { event } from "../../content/event";
import { formatDateLine } from "../../lib/format-date";
import { classNames } from "../../ui/class-names";
import { Mark } from "../../ui/logo";
import styles from "./event-plate.module.css";

/** The event in three lines, under the mark. */
export function EventPlate() {
  return (
    <div className={classNames("plate", styles.plate)}>
      <span className={classNames("lattice", styles.lattice)} />
      <Mark className={styles.mark} />
      <p className={styles.lines}>
        <span>{event.format}</span>
        <span>{formatDateLine(event.firstDay, event.lastDay)}</span>
        <span>{event.city}</span>
      </p>
    </div>
  );
}
