import * as z from "zod/mini";
import { formatOwnTime } from "../../../lib/own-time";
import { Radio } from "../../../ui/radio";
import { TextField } from "../../../ui/text-field";
import { parseIndianTime, ZONE } from "../frame/indian-time";

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
  ({ publishAt }) => publishAt === null || publishAt > Date.now(),
  {
    error: "That time has passed. Choose a later one, or publish it now.",
    path: ["publishAt"],
  },
);

/** Now, or a time in India's time zone, wherever the organiser is. */
export function PublicationTime({
  typed,
  initial,
  error,
}: {
  typed: TypedPublication;
  initial: TypedPublication;
  error: string | undefined;
}) {
  const mayBeNow = initial.when !== undefined;
  const isNow = mayBeNow && typed.when === "now";
  return (
    <div className="stack gap-3 content-start org-when">
      {mayBeNow && (
        <fieldset>
          <legend>Publish</legend>
          <div className="row gap-2 gap-x-5">
            <Radio
              name="when"
              value="now"
              defaultChecked={initial.when === "now"}
            >
              Now
            </Radio>
            <Radio
              name="when"
              value="later"
              defaultChecked={initial.when !== "now"}
            >
              At a time
            </Radio>
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

const INDIAN_CLOCKS = "Times are Indian Standard Time (IST, UTC+5:30).";

/** That a typed time is India's, and what it is on the organiser's own clock if that differs. */
export function ownTimeOf(typed: string): string {
  const instant = parseIndianTime(typed);
  const own = instant === null ? null : formatOwnTime(instant);
  return own === null
    ? INDIAN_CLOCKS
    : `${INDIAN_CLOCKS} On your own clock: ${own}.`;
}
