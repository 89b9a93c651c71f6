import { event } from "../../content/event";
import { formatDay } from "../../lib/time/format-date";

/** The registration deadline, shown while organisers keep the registration open, even after that day. */
export function Deadline() {
  return (
    <span data-when="shown">
      {" "}
      Registration deadline: {formatDay(event.registrationDeadline)}.
    </span>
  );
}
