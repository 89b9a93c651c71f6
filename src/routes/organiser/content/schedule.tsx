import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { entrySchema, type Entry } from "#convex/content/shared/schedule";
import { tidyLine } from "#convex/platform/shared/text";
import { useDeploymentMinute } from "../../../features/clock/deployment-clock";
import { EntryLine } from "../../../features/schedule/entry-line";
import { isOver, splitByDay, useToday } from "../../../lib/time/days";
import { SelectField } from "../../../ui/select-field";
import { Checkbox, TextField } from "../../../ui/text-field";
import { ownTimeOf } from "../editing/publication-time";
import { indianInput, parseIndianTime } from "../frame/indian-time";
import { contentSection } from "./content-section";
import { newsOf } from "./news-of-entry";

/** `startsAt` is a day ("2025-05-25"), `time` is "18:00", `endsAt` is both. */
const blank = () => ({
  title: "",
  kind: "stage",
  startsAt: "",
  time: "",
  endsAt: "",
  place: "",
  wholeDay: false,
  isCancelled: false,
});

type Typed = ReturnType<typeof blank>;

/** Turns the fields into the mutations' arguments. */
export const draftSchema = z.pipe(
  z.transform((typed: Typed): z.input<typeof entrySchema> => ({
    ...shownOf(typed),
    title: typed.title,
    place: typed.place,
  })),
  entrySchema,
);

const KINDS: Record<Entry["kind"], string> = {
  stage: "On stage",
  meal: "Meal",
  mentoring: "Mentoring",
  deadline: "Deadline",
  other: "Other",
};

export const Schedule = contentSection({
  noun: "entry",
  functions: api.schedule,
  instead: {
    label: "Mark as cancelled",
    done: "Entry cancelled",
    fieldsOf: ({ _id, ...entry }) =>
      entry.isCancelled ? null : { ...entry, isCancelled: true },
  },
  useNews: () => {
    const minute = useDeploymentMinute();
    return (before, after) => newsOf(before, after, minute);
  },
  blank,
  typedOf: ({ startsAt, endsAt, place = "", isCancelled = false, ...row }) => {
    const [day = "", time = ""] = indianInput(startsAt).split("T");
    return {
      title: row.title,
      kind: row.kind,
      startsAt: day,
      time: row.wholeDay ? "" : time,
      endsAt: endsAt === undefined ? "" : indianInput(endsAt),
      place,
      wholeDay: row.wholeDay,
      isCancelled,
    };
  },
  added: draftSchema,
  edited: draftSchema,
  inputs: (typed, initial, field) => (
    <>
      <div className="org-beside row gap-4 items-start">
        <SelectField
          label="Kind"
          name="kind"
          defaultValue={initial.kind}
          options={Object.entries(KINDS)}
        />
        <TextField
          label="Place (optional)"
          {...field("place")}
          autoComplete="off"
        />
      </div>
      <Checkbox
        label="The whole day, without a time"
        name="wholeDay"
        defaultChecked={initial.wholeDay}
      />
      <div className="org-beside row gap-4 items-start">
        <TextField
          label="Date in India"
          {...field("startsAt")}
          type="date"
          error={typed.startsAt === "" ? field("startsAt").error : undefined}
        />
        {/* Hidden, not removed, so that a chosen time is kept. */}
        <div hidden={typed.wholeDay}>
          <TextField
            label="Time in India"
            {...field("time")}
            type="time"
            hint={ownTimeOf(`${typed.startsAt}T${typed.time}`)}
            error={
              field("startsAt").error && typed.startsAt !== ""
                ? "Time is required"
                : undefined
            }
          />
        </div>
      </div>
      <div hidden={typed.wholeDay}>
        <TextField
          label="End in India (optional)"
          {...field("endsAt")}
          type="datetime-local"
        />
      </div>
      <Checkbox
        label="Cancelled: it stays in the schedule, struck through"
        name="isCancelled"
        defaultChecked={initial.isCancelled}
      />
    </>
  ),
  Preview: ({ typed }) => <Row entry={shownOf(typed)} />,
  Entry: ({ row }) => (
    <div className="org-date">
      <Row entry={row} />
    </div>
  ),
  useGroups: (rows) => {
    const { toCome, over } = splitByDay(rows, useToday());
    return [
      {
        title: "Entries",
        lead:
          rows.length > 0
            ? "The next one first. Past ones stand below, in grey."
            : "There are no entries yet.",
        rows: [...toCome, ...over],
      },
    ];
  },
});

/** What is typed as an entry. Instants are India's, and NaN if they are not whole. */
function shownOf(typed: Typed): Omit<Entry, "_id"> {
  const { startsAt, time, endsAt, wholeDay, isCancelled } = typed;
  return {
    title: tidyLine(typed.title) || "Title",
    kind: typed.kind as Entry["kind"],
    startsAt: instantOf(`${startsAt}T${wholeDay ? "00:00" : time}`),
    wholeDay,
    endsAt: wholeDay || endsAt === "" ? undefined : instantOf(endsAt),
    place: tidyLine(typed.place),
    isCancelled,
  };
}

function instantOf(typed: string): number {
  return parseIndianTime(typed) ?? Number.NaN;
}

/** An entry, drawn as on the dashboard. */
function Row({ entry }: { entry: Omit<Entry, "_id"> }) {
  const today = useToday();
  const { startsAt } = entry;
  const isPast = !Number.isNaN(startsAt) && isOver(startsAt, today);
  return <EntryLine entry={entry} isOver={isPast} />;
}
