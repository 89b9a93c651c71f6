import { event } from "../../../content/event";
import { formatDay } from "../../../lib/format-date";
import { WarningIcon } from "../../../ui/tool-icons";
import { useClock } from "../editing/use-clock";
import { TitledPanel } from "../frame/titled-panel";

/** Reminds of what the privacy policy promises and no code does. */
export function Retention() {
  const lastDay = new Date(event.lastDay);
  const dueAt = lastDay.setUTCFullYear(lastDay.getUTCFullYear() + 1);
  const isDue = useClock([dueAt]) >= dueAt;
  return (
    <TitledPanel
      title="Data to delete"
      lead="What the privacy policy promises and somebody has to do. The steps are in docs/running-the-event.md."
    >
      <p className="org-verdict" data-hot={isDue || undefined}>
        {isDue && <WarningIcon />}
        {isDue ? "Due since" : "By"} {formatDay(dueAt)}: all data of this event
      </p>
      <p className="org-verdict">
        Always: technical logs that are older than 90 days
      </p>
    </TitledPanel>
  );
}
