import { useSyncExternalStore } from "react";
import { event } from "../../content/event";
import { formatDay } from "../../lib/format-date";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Until when one can register, for as long as that is to come. */
export function Deadline() {
  const isToCome = useSyncExternalStore(
    () => () => {},
    isDeadlineToCome,
    // As the HTML has it, which may be older than the visit.
    () =>
      import.meta.env.SSR
        ? isDeadlineToCome()
        : document.querySelector("[data-deadline]") !== null,
  );
  if (!isToCome) return null;
  return (
    <span data-when="shown" data-deadline>
      {" "}
      Register until {formatDay(event.registrationDeadline)}.
    </span>
  );
}

function isDeadlineToCome(): boolean {
  return Date.now() < Date.parse(event.registrationDeadline) + DAY_MS;
}
