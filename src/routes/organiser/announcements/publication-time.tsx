import { TextField } from "../../../ui/text-field";
import { formatOwnTime, parseIndianTime, ZONE } from "../indian-time";
import type { Typed } from "./draft";

/** Now, or a time in India's time zone, wherever the organiser is. */
export function PublicationTime({
  typed,
  initial,
  mayBeNow,
  error,
}: {
  typed: Typed;
  initial: Typed;
  mayBeNow: boolean;
  error: string | undefined;
}) {
  const isNow = mayBeNow && typed.when === "now";
  return (
    <div className="org-when">
      {mayBeNow && (
        <fieldset>
          <legend>Publish</legend>
          <div className="org-choices">
            <Choice
              value="now"
              label="Now"
              isDefault={initial.when === "now"}
            />
            <Choice
              value="later"
              label="At a time"
              isDefault={initial.when !== "now"}
            />
          </div>
        </fieldset>
      )}
      {/* Hidden, not removed, so that a chosen time is kept. */}
      <div hidden={isNow}>
        <TextField
          label={`Date and time in ${ZONE}`}
          name="publishAt"
          type="datetime-local"
          defaultValue={initial.publishAt}
          hint={ownTimeOf(typed.publishAt)}
          error={error}
        />
      </div>
    </div>
  );
}

function Choice({
  value,
  label,
  isDefault,
}: {
  value: string;
  label: string;
  isDefault: boolean;
}) {
  return (
    <label className="org-choice">
      <input
        type="radio"
        name="when"
        value={value}
        defaultChecked={isDefault}
      />
      {label}
    </label>
  );
}

/** The time on the organiser's own clock, if it differs. */
function ownTimeOf(publishAt: string): string {
  const instant = parseIndianTime(publishAt);
  const own = instant === null ? null : formatOwnTime(instant);
  return own === null
    ? "Indian clocks count (IST, UTC+5:30)."
    : `Indian clocks count (IST, UTC+5:30). On your own clock: ${own}.`;
}
