import * as z from "zod/mini";
import { deploymentNow } from "../../../features/clock/deployment-clock";
import { formatOwnTime } from "../../../lib/time/own-time";
import { Radio } from "../../../ui/radio";
import { TextField } from "../../../ui/text-field";
import { parseIndianTime, ZONE } from "../frame/indian-time";
import type { FieldOf } from "./compose-form";

/** What is typed into the fields; `when` is missing where publishing now is not offered. */
export type TypedPublication = { when?: string; publishAt: string };

/** The time of publication: null for now, NaN for an invalid time. */
export function publicationOf({
  when,
  publishAt,
}: TypedPublication): number | null {
  return when === "now" ? null : (parseIndianTime(publishAt) ?? Number.NaN);
}

/** A rule for what is new: only what exists already may have come out in the past. */
export const notOver = z.refine<{ publishAt: number | null }>(
  ({ publishAt }) => publishAt === null || publishAt > deploymentNow(),
  {
    error: "That time has passed. Choose a later one, or publish it now.",
    path: ["publishAt"],
  },
);

const WHEN = { now: "Now", later: "At a time" };

/** Now, or a time in India's time zone, wherever the organiser is. */
export function PublicationTime({
  typed,
  initial,
  field,
}: {
  typed: TypedPublication;
  initial: TypedPublication;
  field: FieldOf<TypedPublication>;
}) {
  const mayBeNow = initial.when !== undefined;
  const isNow = mayBeNow && typed.when === "now";
  return (
    <div className="stack gap-3 content-start org-when">
      {mayBeNow && (
        <fieldset>
          <legend className="text-s strong">Publish</legend>
          <div className="row gap-2 gap-x-5">
            {Object.entries(WHEN).map(([value, label]) => (
              <Radio
                key={value}
                name="when"
                value={value}
                defaultChecked={initial.when === value}
              >
                {label}
              </Radio>
            ))}
          </div>
        </fieldset>
      )}
      {/* Hidden, not removed, so that a chosen time is kept. */}
      <div hidden={isNow}>
        <TextField
          label={`Date and time in ${ZONE}`}
          {...field("publishAt")}
          type="datetime-local"
          hint={ownTimeOf(typed.publishAt)}
        />
      </div>
    </div>
  );
}

const INDIAN_CLOCKS = "Times are Indian Standard Time (IST, UTC+5:30).";

/** That a typed time is India's, and what it is on the organiser's own clock if that differs. */
export function ownTimeOf(typed: string): string {
  const instant = parseIndianTime(typed);
  const own = instant === null ? null : formatOwnTime(instant);
  return own === null
    ? INDIAN_CLOCKS
    : `${INDIAN_CLOCKS} On your own clock: ${own}.`;
}
