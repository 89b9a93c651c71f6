import { event } from "../../../content/event";
import { formatDay } from "../../../lib/format-date";
import { useClock } from "../editing/use-clock";
import { Fold } from "./fold";

/** Reminds of what the privacy policy promises and no code does. */
export function Retention() {
  const lastDay = new Date(event.lastDay);
  const dueAt = lastDay.setUTCFullYear(lastDay.getUTCFullYear() + 1);
  const isDue = useClock([dueAt]) >= dueAt;
  return (
    <Fold
      title={`Data to delete ${isDue ? "since" : "by"} ${formatDay(dueAt)}`}
    >
      <p>
        By then all data of this event, and always technical logs that are older
        than 90 days: the privacy policy promises it, and somebody has to do it.
        The steps are in docs/running-the-event.md.
      </p>
    </Fold>
  );
}
