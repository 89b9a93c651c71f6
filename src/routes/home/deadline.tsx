import { event } from "../../content/event";
import { formatDay } from "../../lib/format-date";

/** Until when one can register; as long as organisers leave the registration open, whatever the day. */
export function Deadline() {
  return (
    <span data-when="shown">
      {" "}
      Registration deadline: {formatDay(event.registrationDeadline)}.
    </span>
  );
}
