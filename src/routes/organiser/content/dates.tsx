import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { dateSchema } from "#convex/shared/content";
import { tidyLine } from "#convex/shared/text";
import { isOver, splitByDay, useToday } from "../../../lib/days";
import { classNames } from "../../../ui/class-names";
import { Checkbox, TextField } from "../../../ui/text-field";
import { DateTime } from "../../dashboard/dates";
import styles from "../../dashboard/side-list.module.css";
import { ownTimeOf } from "../editing/publication-time";
import { indianInput, parseIndianTime } from "../frame/indian-time";
import { contentSection } from "./content-section";

/** `startsAt` is a day ("2025-05-25"), `time` is "18:00". */
type Typed = {
  title: string;
  startsAt: string;
  time: string;
  wholeDay: boolean;
};

type Draft = z.output<typeof dateSchema>;

/** Turns the fields into the mutations' arguments. */
export const draftSchema = z.pipe(
  z.transform((typed: Typed) => ({
    title: typed.title,
    startsAt: instantOf(typed),
    wholeDay: typed.wholeDay,
  })),
  dateSchema,
);

export const Dates = contentSection({
  noun: "date",
  functions: api.dates,
  blank: () => ({ title: "", startsAt: "", time: "", wholeDay: true }),
  typedOf: ({ title, startsAt, wholeDay }) => {
    const [day = "", time = ""] = indianInput(startsAt).split("T");
    return { title, startsAt: day, time: wholeDay ? "" : time, wholeDay };
  },
  read: ({ text, has }) => ({
    title: text("title"),
    startsAt: text("startsAt"),
    time: text("time"),
    wholeDay: has("wholeDay"),
  }),
  added: draftSchema,
  edited: draftSchema,
  inputs: (typed, initial, errors) => (
    <>
      <Checkbox
        label="The whole day, without a time"
        name="wholeDay"
        defaultChecked={initial.wholeDay}
      />
      <div className="org-beside row gap-4">
        <TextField
          label="Date in India"
          name="startsAt"
          type="date"
          defaultValue={initial.startsAt}
          error={typed.startsAt === "" ? errors.startsAt : undefined}
        />
        {/* Hidden, not removed, so that a chosen time is kept. */}
        <div hidden={typed.wholeDay}>
          <TextField
            label="Time in India"
            name="time"
            type="time"
            defaultValue={initial.time}
            hint={ownTimeOf(`${typed.startsAt}T${typed.time}`)}
            error={
              errors.startsAt && typed.startsAt !== ""
                ? "Time is required"
                : undefined
            }
          />
        </div>
      </div>
    </>
  ),
  Preview: ({ typed }) => (
    <DateLine
      date={{
        title: tidyLine(typed.title) || "Title",
        startsAt: instantOf(typed),
        wholeDay: typed.wholeDay,
      }}
    />
  ),
  Entry: ({ row }) => (
    <div className="org-date">
      <DateLine date={row} />
    </div>
  ),
  useGroups: (rows) => {
    const { toCome, over } = splitByDay(rows, useToday());
    return [
      {
        title: "Dates",
        lead:
          rows.length > 0
            ? "On every dashboard, the next one first. Past dates stand below, in grey."
            : "There are no dates yet.",
        rows: [...toCome, ...over],
      },
    ];
  },
});

/** The instant in India's time; NaN if it is not whole. */
function instantOf({ startsAt, time, wholeDay }: Typed): number {
  const typed = `${startsAt}T${wholeDay ? "00:00" : time}`;
  return parseIndianTime(typed) ?? Number.NaN;
}

/** A date, drawn as on the dashboard. */
function DateLine({ date }: { date: Draft }) {
  const today = useToday();
  const { title, startsAt } = date;
  const isKnown = !Number.isNaN(startsAt);
  return (
    <p
      className={classNames(
        styles.date,
        isKnown && isOver(startsAt, today) && styles.over,
      )}
    >
      <span className="min-w-0">{title}</span>
      {isKnown ? <DateTime date={date} /> : <time>Date</time>}
    </p>
  );
}
