import { addressWords } from "#convex/platform/shared/addresses";
import type { AuditFields, AuditRow } from "#convex/platform/shared/audit";
import { settingWords } from "#convex/settings/shared";
import { formatMoment } from "../../../lib/time/format-time";

export type Change = {
  field: string;
  /** Undefined if the field did not exist, or exists no more. */
  before?: string;
  after?: string;
};

type AuditValue = NonNullable<AuditFields>[string];

const FIELD_WORDS: Record<string, string> = {
  ...settingWords,
  ...addressWords,
  title: "Title",
  body: "Text",
  pinned: "Pinned",
  important: "Important",
  publishAt: "Time of publication",
  author: "Author",
  startsAt: "Start",
  endsAt: "End",
  place: "Place",
  isCancelled: "Cancelled",
  wholeDay: "Whole day",
  url: "Address",
  description: "Description",
  order: "Place in the list",
  name: "Name",
  member: "Member",
  leader: "Team Leader",
  teamDeleted: "Team deleted",
  handledAt: "Handled",
  handledBy: "Handled by",
  role: "Role",
  rows: "Rows",
  kind: "Asked for",
  team: "Team",
  targetTeam: "Team to join",
  answer: "Answer",
  reason: "Reason",
  reports: "Reports",
  takenDown: "Taken down",
  receipt: "Receipt",
  toPhones: "Also to phones",
  criteria: "Criteria",
  perProject: "Judges per project",
  projects: "Projects",
  judges: "Judges",
  cards: "Scorecards",
  short: "Projects that lack judges",
  tracks: "Tracks",
  judge: "Judge",
  table: "Table",
  awards: "Awards",
  teams: "Teams",
  show: "Shows",
  isBlank: "Blank",
  sentence: "Sentence",
};

/** The changed fields of a row, in words. */
export function describeChange({
  before,
  after,
}: Pick<AuditRow, "before" | "after">): Change[] {
  const names = new Set(Object.keys({ ...before, ...after }));
  return (
    [...names]
      // Ids tell people of the same name apart in the table; they say nothing to a reader.
      .filter((name) => !name.startsWith("_") && !name.endsWith("Id"))
      .filter((name) => before?.[name] !== after?.[name])
      .map((name) => ({
        field: FIELD_WORDS[name] ?? name,
        ...wordsOf("before", name, before?.[name]),
        ...wordsOf("after", name, after?.[name]),
      }))
  );
}

/** The same on one line, for CSV. */
export function changeLine(entry: Pick<AuditRow, "before" | "after">): string {
  return describeChange(entry)
    .map(
      ({ field, before = "nothing", after = "nothing" }) =>
        `${field}: ${before} → ${after}`,
    )
    .join("; ");
}

function wordsOf(
  side: "before" | "after",
  name: string,
  value: AuditValue | undefined,
): Partial<Change> {
  return value === undefined || value === null
    ? {}
    : { [side]: valueInWords(name, value) };
}

function valueInWords(name: string, value: NonNullable<AuditValue>): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && name.endsWith("At")) {
    return formatMoment(value);
  }
  return String(value);
}
