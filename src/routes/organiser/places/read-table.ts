/** Reads a CSV file as spreadsheet programs and registration platforms write it: marks, hints, titles, totals, damage. */
import { readAddresses } from "#convex/platform/shared/addressLists";
import { loadPart } from "../../../lib/connection/load-part";

/** Far more than three thousand people need; checked before anything is read. */
const MAX_BYTES = 10 * 2 ** 20;
const MAX_ROWS = 10_000;

/** A row, by the number that a spreadsheet shows. */
export type Line = { row: number; cells: string[] };
/** A row with what is to be said about it. */
export type Remark = { row: number; why: string; content: string };

export type Table = {
  headings: string[];
  lines: Line[];
  /** Rows that could not be read. */
  unread: Remark[];
  /** What stands above and below the table. */
  around: Remark[];
};

export function remark({ row, cells }: Line, why: string): Remark {
  return { row, why, content: cells.filter((cell) => cell).join(" | ") };
}

/** @returns the table, or a sentence that says why there is none */
export async function readTable(file: File): Promise<Table | string> {
  if (file.size > MAX_BYTES)
    return `${file.name} is larger than 10 MB. Export the registrations alone.`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decoded(bytes);
  const trouble = otherKind(bytes, text);
  if (trouble !== undefined) return trouble;
  if (text.trim() === "") return `${file.name} is empty.`;
  const { default: papa } = await loadPart(() => import("papaparse"));
  const [, hint] = HINT.exec(text) ?? [];
  const plain = text.replace(HINT, "").replace(/\r\n?/gu, "\n");
  const records = recordsIn(papa, plain, hint);
  if (records.length > MAX_ROWS)
    return `${file.name} holds more than ${MAX_ROWS} rows. Export the registrations alone.`;
  return layOut(records) ?? `${file.name} holds no email address.`;
}

/** Decodes by the mark, by the zeros of UTF-16, as UTF-8, or as Windows writes what is no UTF-8. */
function decoded(bytes: Uint8Array): string {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, 4096).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = Math.min(bytes.length, 4096) / 20;
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (odd > many && even < odd / 10))
    return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || (even > many && odd < even / 10))
    return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What a file is instead, by its first bytes. */
const KINDS: readonly (readonly [start: RegExp, sentence: string])[] = [
  [/^PK[^]*\bxl[/\\]/u, "This is an Excel file. Save it as CSV."],
  [/^ÐÏ.à/u, "This is an Excel file. Save it as CSV."],
  [
    /^PK[^]*opendocument/u,
    "This is an OpenDocument file. Save its table as CSV.",
  ],
  [/^PK[^]*\.iwa/u, "This is a Numbers file. Export it as CSV."],
  [/^PK[^]*\bword\//u, "This is a Word file. Export the table as CSV."],
  [
    /^(?:PK|.‹|Rar!|7z¼)/u,
    "This is an archive. Unpack it, and choose the CSV file in it.",
  ],
  [/^%PDF/u, "This is a PDF file. Export the list as CSV."],
  [/^(?:‰PNG|ÿØÿ|GIF8|RIFF)/u, "This is a picture. Export the list as CSV."],
  [/^\{\\rtf/u, "This is a Word file. Export the table as CSV."],
];
const TEXT_KINDS: typeof KINDS = [
  [
    /^\s*<\?xml[^]*(?:schemas-microsoft-com:office|<Workbook)/u,
    "This is an Excel file. Save it as CSV.",
  ],
  [
    /^\s*<(?:!doctype|!--|\?xml|html|head|meta|body|table|style|script|div)\b/iu,
    "This is a web page, whatever its name says. Open it in a spreadsheet, and save it as CSV.",
  ],
  [/^\s*(?:\{\s*"|\[\s*[{[])/u, "This is a JSON file. Export the list as CSV."],
  [/^\s*BEGIN:V/u, "This is no table. Export the list as CSV."],
  // Some programs fill the end of a file with them.
  [/\0(?!\0*$)/u, "This is no text file. Export the list as CSV."],
];

function otherKind(bytes: Uint8Array, text: string): string | undefined {
  const raw = new TextDecoder("windows-1252").decode(bytes);
  const is =
    (all: string) =>
    ([start]: (typeof KINDS)[number]) =>
      start.test(all);
  return (KINDS.find(is(raw)) ?? TEXT_KINDS.find(is(text)))?.[1];
}

/** A line for Excel, which is no row: "sep=;". */
const HINT = /^"?sep=(.)"?[^\r\n]*(?:\r\n?|\n|$)/iu;
const DELIMITERS = [",", ";", "\t", "|"];

type Papa = typeof import("papaparse");
type Record = Line & { isDamaged: boolean };

/** The records, also blank ones, which have a number, too. */
function recordsIn(papa: Papa, text: string, hint?: string): Record[] {
  const { delimiter, width } = shapeOf(papa, text, hint);
  const records = recordsBy(papa, text, delimiter, width);
  if (width > 1 || !text.includes('"')) return records;
  // Some programs put each line whole between quotation marks.
  const inner = records.map(({ cells }) => cells[0] ?? "").join("\n");
  const within = shapeOf(papa, inner);
  return within.width === 1
    ? records
    : recordsBy(papa, inner, within.delimiter, within.width);
}

/** What separates most rows into as many cells, and addresses from what is around them. */
function shapeOf(papa: Papa, text: string, hint?: string) {
  const shapes = (hint === undefined ? DELIMITERS : [hint]).map((delimiter) => {
    const { data } = papa.parse<string[]>(text, { delimiter, preview: 300 });
    const rows = data.filter((cells) => cells.some((cell) => cell.trim()));
    const counts = new Map<number, number>();
    for (const { length } of rows)
      counts.set(length, (counts.get(length) ?? 0) + 1);
    const [[width, count] = [1, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
    const whole = rows
      .flat()
      .filter((cell) => /^\s*[^\s@;,|]+@\S+\s*$/u.test(cell));
    return { delimiter, width, score: width > 1 ? count + whole.length : 0 };
  });
  shapes.sort((a, b) => b.score - a.score || b.width - a.width);
  return shapes[0] ?? { delimiter: ",", width: 1 };
}

function recordsBy(
  papa: Papa,
  text: string,
  delimiter: string,
  width: number,
): Record[] {
  const whole = papa.parse<string[]>(text, { delimiter });
  const line = (cells: string[], index: number, isDamaged = false) => ({
    row: index + 1,
    cells: cells.map((cell) => cell.trim()),
    isDamaged,
  });
  const isSwallowing = (cells: string[]) =>
    cells.length !== width &&
    cells.some((it) => /@.*\n/u.test(it) && it.includes(delimiter));
  if (whole.errors.length === 0 && !whole.data.some(isSwallowing))
    return whole.data.map((cells, index) => line(cells, index));
  // One by one, so that a mark that is missing costs only its own line.
  const records: Record[] = [];
  for (let rest = text; rest !== "";) {
    const end = rest.indexOf("\n") + 1 || rest.length;
    const first = papa.parse<string[]>(rest, {
      delimiter,
      preview: 1,
      fastMode: false,
    });
    const cells = first.data[0] ?? [];
    const taken = first.meta.truncated ? first.meta.cursor : rest.length;
    const isDamaged = first.errors.length > 0 || isSwallowing(cells);
    const isWhole = !isDamaged || (taken <= end && cells.length === width);
    records.push(
      line(
        isWhole ? cells : splitAt(rest.slice(0, end), delimiter),
        records.length,
        isDamaged,
      ),
    );
    rest = rest.slice(isWhole ? taken : end);
  }
  return records;
}

const splitAt = (text: string, delimiter: string) =>
  text
    .trimEnd()
    .split(delimiter)
    .map((cell) => cell.trim().replace(/^"+|"+$/gu, ""));

const MAIL = /e-?mail|\bmail\b|ईमेल|ई-मेल|adress|address/iu;

/** Finds the table: the headings are the first row that is about as wide as those with addresses, and has none. */
function layOut(records: readonly Record[]): Table | undefined {
  const filled = ({ cells }: Line) => cells.filter((cell) => cell).length;
  const addressColumns = ({ cells }: Line) =>
    [...cells.keys()].filter((index) => hasAddress(cells[index]));
  const lines = records.filter((line) => filled(line) > 0);
  const withAddress = lines.filter((line) => addressColumns(line).length > 0);
  const widths = withAddress.map(filled).sort((a, b) => a - b);
  const usual = widths[Math.floor(widths.length / 2)];
  if (usual === undefined) return undefined;
  const isWide = (line: Line) => filled(line) >= usual * 0.6;
  const begin = lines.findIndex((it) => isWide(it) && withAddress.includes(it));
  const wide = lines.slice(0, begin).filter(isWide);
  const head = wide.find(({ cells }) => MAIL.test(cells.join(" "))) ?? wide[0];
  const start = head === undefined ? begin : lines.indexOf(head) + 1;
  // Below it, the organisers' own address may stand in another column.
  const known = new Set(withAddress.filter(isWide).flatMap(addressColumns));
  const last = lines.findLastIndex((line) =>
    addressColumns(line).some((index) => known.has(index)),
  );
  const isAround = (line: Record, index: number) =>
    index < start || (index > last && !isWide(line)) || isAgain(line);
  const titles = head?.cells.join("\n");
  const isAgain = ({ cells }: Line) => cells.join("\n") === titles;
  const body = lines.filter((line, index) => !isAround(line, index));
  const sound = body.filter(({ isDamaged }) => !isDamaged);
  const width = Math.max(
    head?.cells.length ?? 0,
    ...sound.map(({ cells }) => cells.findLastIndex((cell) => cell) + 1),
  );
  const isRead = ({ isDamaged, cells }: Record) =>
    !isDamaged || cells.length === width;
  return {
    headings: Array.from(
      { length: width },
      (_, index) => head?.cells[index] || `Column ${index + 1}`,
    ),
    lines: body.filter(isRead),
    unread: body
      .filter((line) => !isRead(line))
      .map((line) => remark(line, "Its quotation marks are damaged")),
    around: lines
      .filter((line, index) => line !== head && isAround(line, index))
      .map((line) => remark(line, "Not a row of the table")),
  };
}

const hasAddress = (cell = "") =>
  cell.includes("@") && readAddresses(cell).emails.length > 0;
