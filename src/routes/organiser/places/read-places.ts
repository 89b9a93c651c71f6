/** Reads the registration platform's CSV file, and compares it with the accounts. */
import { check } from "#convex/platform/shared/input";
import { MAX_PLACES, placesSchema } from "#convex/people/shared/people";
import type { Participant } from "#convex/organiser/shared";
import { loadPart } from "../../../lib/connection/load-part";

/** Far more than a thousand rows need; checked before anything is read. */
const MAX_BYTES = 2 * 1024 * 1024;

export type Table = { headings: string[]; rows: string[][] };

/** @returns the table, or a sentence that says why there is none */
export async function readTable(file: File): Promise<Table | string> {
  if (file.size > MAX_BYTES)
    return `${file.name} is larger than 2 MB. Export the confirmed registrations alone.`;
  const { default: papa } = await loadPart(() => import("papaparse"));
  const { data } = papa.parse<string[]>(await file.text(), {
    skipEmptyLines: "greedy",
    preview: MAX_PLACES + 2,
  });
  const [headings, ...rows] = data;
  if (headings === undefined || rows.length === 0)
    return `${file.name} holds no rows below its headings.`;
  if (rows.length > MAX_PLACES)
    return `${file.name} holds more than ${MAX_PLACES} rows. Export the confirmed registrations alone.`;
  return { headings, rows };
}

/** The column whose heading names an address, else the one with the most addresses; null if none has any. */
export function addressColumnOf({ headings, rows }: Table): number | null {
  const counts = headings.map(
    (_, column) => rows.filter((row) => addressIn(row[column]) !== null).length,
  );
  const most = Math.max(...counts);
  if (most === 0) return null;
  const named = headings.findIndex(
    (heading, column) => /e-?mail/iu.test(heading) && counts[column] !== 0,
  );
  return named === -1 ? counts.indexOf(most) : named;
}

/** The different addresses of a column, and the number of rows without one. */
export function addressesOf(
  { rows }: Table,
  column: number,
): { emails: string[]; unreadable: number } {
  const found = rows.map((row) => addressIn(row[column]));
  return {
    emails: [...new Set(found.filter((email) => email !== null))],
    unreadable: found.filter((email) => email === null).length,
  };
}

function addressIn(cell: string | undefined): string | null {
  const checked = check(placesSchema, { emails: [cell ?? ""] });
  return checked.ok ? (checked.value.emails[0] ?? null) : null;
}

export type Comparison = {
  /** Accounts whose place the import confirms, and those that keep it or lose it. */
  gain: Participant[];
  keep: Participant[];
  lose: Participant[];
  /** Addresses without an account. */
  strangers: string[];
  /** Participants who have no place then. */
  without: Participant[];
};

/** What an import of these addresses changes. */
export function compare(
  emails: readonly string[],
  people: readonly Participant[],
): Comparison {
  const listed = new Set(emails);
  const known = new Set(people.map(({ email }) => email));
  const on = people.filter(({ email }) => listed.has(email));
  const off = people.filter(({ email }) => !listed.has(email));
  return {
    gain: on.filter(({ hasConfirmedPlace }) => !hasConfirmedPlace),
    keep: on.filter(({ hasConfirmedPlace }) => hasConfirmedPlace),
    lose: off.filter(({ hasConfirmedPlace }) => hasConfirmedPlace),
    strangers: emails.filter((email) => !known.has(email)),
    without: off.filter(({ role }) => role === "participant"),
  };
}
