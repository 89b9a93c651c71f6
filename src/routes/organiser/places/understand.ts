/** What the columns of a registration platform's table mean, and who is in by that. */
import { readAddresses } from "#convex/platform/shared/addressLists";
import { counted } from "#convex/platform/shared/text";
import { remark, type Line, type Remark, type Table } from "./read-table";

/** What a column holds: addresses of people who come, or of somebody else; who is in; or nothing that counts. */
export type Use = "people" | "others" | "status" | "none";

export type Column = {
  heading: string;
  /** What is proposed, and why. */
  use: Use;
  why: string;
  /** How many different addresses it holds, and how many cells have one. */
  addresses: number;
  filled: number;
  /** Its values as compared, with the number of each, the most frequent first; none where there are too many. */
  values: readonly (readonly [value: string, count: number])[];
  /** The values by which somebody is in, if it is the status. */
  counting: readonly string[];
};

/** What the organiser has chosen for each column. */
export type Choice = readonly Pick<Column, "use" | "counting">[];

const MAX_VALUES = 30;

/** Whose address it is not: the one who pays, vouches or looks after, and a person's second one. */
const SOMEBODY_ELSE =
  /\border|\bbuyer|purchas|billing|\bpay(?:er|ee)|\bbook(?:er|ed|ing)|parent|guardian|father|mother|emergency|\brefer|invited by|sponsor|faculty|teacher|professor|mentor|advis[eo]r|\bcoach|supervis|co-?ordinator|organi[sz]er|\bhost\b|manager|\bspoc\b|\bpoc\b|point of contact|\bhod\b|principal|support|reply|sender|(?:created|added|approved|reviewed|checked) by|review|\bjudge|second(?:ary)? e?mail|altern|backup|recovery|अभिभावक|खरीद/iu;
const WHO_COMES =
  /member|participant|attendee|ticket|mate\b|candidate|student|delegate|guest|player|hacker|holder|सदस्य|प्रतिभागी/iu;
const LEADER = /leader|captain|\blead\b/iu;
const SUBMITTER =
  /submit|respon[ds]|filled|registrant|registered by|username/iu;
const SECOND = /college|universit|institut|school|official|\bwork\b|personal/iu;
const MAIL = /mail|मेल/iu;

const STATUS =
  /status|approv|\bstate\b|decision|rsvp|\bgoing\b|\battend(?:ing)?\b|\bcoming\b|participate\b|confirm|select|shortlist|accept|registration|registered|payment|\bpaid\b|\bvalid|result|outcome|bestätigt|स्थिति|पुष्टि|चयन|भुगतान/iu;
/** Whose yes says that somebody does not come. */
const AGAINST =
  /cancel|refund(?!able)|declin|reject|withdr|wait ?list|blocked|deleted|\bvoid|duplicate|रद्द/iu;
const ANOTHER_QUESTION =
  /check(?:ed)? ?in|arriv|attended|\bsent\b|consent|terms|agree|newsletter|visa|food|diet|accommod|travel|shirt|first time|workshop|session|pre-?(?:meet|event)|dinner|lunch|conduct|rules|policy|privacy/iu;
const WHEN = /\b(?:date|time|at|on|id|by|number|no)$/iu;

const IS_NO =
  /^(?:n|no|0|f|false|unchecked|falsch|nein|non|नहीं|ना)$|[✗✘×❌☐🚫]|\b(?:not|no|maybe|on hold|held|banned)\b|\bun(?:paid|confirm|approv|verif|success|select|regist)|declin|reject|denied|refus|wait|cancel|refund|pending|review|draft|incomplete|expired|invalid|void|fail|withdr|duplicate|spam|block|tentative|disapp|disqual|dropped|applied|invited|abandon|delet|remov|lapsed|chargeback|dispute|अस्वीकृत|अपुष्ट|प्रतीक्षा|रद्द|लंबित/iu;
const IS_YES =
  /^(?:y|yes|1|t|true|checked|wahr|x|ja|oui|si|ok|okay|in|free|हाँ|हां|जी हाँ|जी)$|[✓✔☑✅👍]|approv|accept|confirm|going|attend|select|shortlist|register|complete|paid|active|valid|admit|success|granted|issued|checked ?in|signed up|rsvp|स्वीकृत|स्वीकार|पुष्ट|चयनित|हो गया/iu;
const IS_NOTHING =
  /^(?:no|none|nil|n\/?a|[-–—]|false|n|नहीं|[^\p{L}\p{N}]*0(?:[.,]0+)?|not .*)?$/iu;

/** A cell as its column counts it: where a date says that somebody does not come, all dates are one. */
function valueOf(heading: string, cell = ""): string {
  const value = cell
    .replace(/[\s_-]+/gu, " ")
    .trim()
    .toLowerCase();
  const isWhen = /\d/u.test(value) && !IS_NOTHING.test(value);
  return isWhen && AGAINST.test(heading) ? "filled in" : value;
}

/** The heading in words: "approval_status" and "orderEmail", too. */
const wordsOf = (heading: string) =>
  heading
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[\s_\-.:/#()[\]']+/gu, " ")
    .trim();

/** Proposes what each column is, by what it holds and by its heading. */
export function understand({ headings, lines }: Table): Column[] {
  const looks = headings.map((heading, index) => look(heading, index, lines));
  const holding = looks.filter(({ addresses }) => addresses > 0);
  const some = (is: (one: Look) => boolean) => holding.some(is);
  const isOther = ({ words }: Look) => SOMEBODY_ELSE.test(words);
  const comes = (one: Look) => !isOther(one) && WHO_COMES.test(one.words);
  const leads = (one: Look) => !isOther(one) && LEADER.test(one.words);
  const isTicket = (one: Look) =>
    comes(one) && !/\d|members|mate/iu.test(one.words) && one.most === 1;
  const isPlain = (one: Look) =>
    !comes(one) && !leads(one) && MAIL.test(one.words);

  function whose(one: Look): [Use, string] {
    const { words, addresses, cells, filled } = one;
    const number = `${counted(addresses, "address", "addresses")} in ${counted(cells, "row")}`;
    if (isOther(one))
      return ["others", `${number}, by its heading somebody else’s.`];
    if (holding.length > 1 && addresses === 1 && cells > 2)
      return ["others", `The same address in ${counted(cells, "row")}.`];
    const isPart = cells < filled * 0.3 && !MAIL.test(words);
    if (isPart) return ["others", `${number}, among other words.`];
    const isSender =
      SUBMITTER.test(words) && some((it) => comes(it) || leads(it));
    if (isSender || (isPlain(one) && (some(isTicket) || some(leads)))) {
      const beside = holding.filter((it) => comes(it) || leads(it));
      const alone = [...one.all].filter(
        (email) => !beside.some(({ all }) => all.has(email)),
      ).length;
      const who = `${number}, of whoever sent the form or paid.`;
      return [
        "others",
        alone === 0
          ? `${who} All of them stand in other columns, too.`
          : `${who} ${alone} of them ${alone === 1 ? "stands" : "stand"} in no other column: do they come?`,
      ];
    }
    const isSecond = (it: Look) => SECOND.test(it.words);
    if (isSecond(one) && some((it) => isPlain(it) && !isSecond(it)))
      return ["others", `${number}, a second one of the same people.`];
    return ["people", `${number}.`];
  }

  const columns = looks.map((one): Column => {
    const { heading, addresses, filled, values } = one;
    const [use, why] = addresses > 0 ? whose(one) : asked(one);
    const counting = values
      .map(([value]) => value)
      .filter((value) => counts(one, value));
    return { heading, use, why, addresses, filled, values, counting };
  });
  const hasPeople = columns.some(({ use }) => use === "people");
  const [best] = columns
    .filter(({ addresses }) => addresses > 0)
    .sort((a, b) => b.addresses - a.addresses);
  if (!hasPeople && best) best.use = "people";
  return columns;
}

type Look = Pick<Column, "heading" | "addresses" | "filled" | "values"> & {
  words: string;
  all: ReadonlySet<string>;
  /** How many cells have an address, and how many one cell has at most. */
  cells: number;
  most: number;
};

function look(heading: string, index: number, lines: readonly Line[]): Look {
  const addresses = new Set<string>();
  const values = new Map<string, number>();
  let [filled, cells, most] = [0, 0, 0];
  for (const line of lines) {
    const cell = line.cells[index] ?? "";
    const value = valueOf(heading, cell);
    values.set(value, (values.get(value) ?? 0) + 1);
    if (value !== "") filled += 1;
    if (!cell.includes("@")) continue;
    const { emails } = readAddresses(cell);
    for (const email of emails) addresses.add(email);
    if (emails.length > 0) cells += 1;
    most = Math.max(most, emails.length);
  }
  const few = values.size <= MAX_VALUES && addresses.size === 0 ? values : [];
  return {
    heading,
    words: wordsOf(heading),
    all: addresses,
    addresses: addresses.size,
    filled,
    cells,
    most,
    values: [...few].sort((a, b) => b[1] - a[1]),
  };
}

/** Whether a column without addresses asks who is in. */
function asked({ words, values, filled }: Look): [Use, string] {
  const known = values.filter(
    ([value]) => value && (IS_NO.test(value) || IS_YES.test(value)),
  );
  const rows = known.reduce((sum, [, count]) => sum + count, 0);
  const isAgainst = AGAINST.test(words);
  const isNamed = STATUS.test(words) && !WHEN.test(words) && rows * 2 >= filled;
  // Without such a heading, words must say it: yes and no answer anything.
  const isClear =
    rows === filled &&
    known.some(([value]) => value.length > 5 && IS_YES.test(value));
  if (filled === 0 || values.length === 0 || ANOTHER_QUESTION.test(words))
    return ["none", ""];
  if (!isAgainst && !isNamed && !isClear) return ["none", ""];
  return ["status", "Says who is in. Tick what counts."];
}

function counts({ words }: Look, value: string): boolean {
  if (AGAINST.test(words)) return IS_NOTHING.test(value);
  return IS_YES.test(value) && !IS_NO.test(value);
}

export type Understood = {
  emails: string[];
  /** The first rows, each with what is made of it. */
  first: Remark[];
  unread: Remark[];
  /** Rows that do not count by their status. */
  out: Remark[];
  /** Addresses that stand in the file more than once. */
  repeated: Remark[];
};

const SHOWN = 5;

/** Who is in, by what was chosen for each column. */
export function whoIsIn(
  { headings, lines, unread }: Table,
  choice: Choice,
): Understood {
  const rowOf = new Map<string, number>();
  const found: Understood = {
    emails: [],
    first: [],
    unread: [...unread],
    out: [],
    repeated: [],
  };
  const used = (use: Use) =>
    choice.flatMap((one, index) =>
      one.use === use ? [{ ...one, index }] : [],
    );
  const people = used("people");
  for (const line of lines) {
    const against = used("status").find(
      ({ index, counting }) =>
        !counting.includes(valueOf(headings[index] ?? "", line.cells[index])),
    );
    const say = (list: Remark[], why: string) => {
      list.push(remark(line, why));
      if (found.first.length < SHOWN) found.first.push(remark(line, why));
    };
    if (against) {
      const cell = line.cells[against.index];
      say(found.out, `${headings[against.index]}: ${cell ? cell : "empty"}`);
      continue;
    }
    const cells = people.map(({ index }) => line.cells[index] ?? "");
    const read = readAddresses(cells.join("\n"));
    if (read.emails.length === 0 && read.bad.length === 0) {
      const words = cells.join(" ").trim();
      if (words === "") say(found.unread, "No address");
      else read.bad.push(words);
    }
    for (const one of read.bad) say(found.unread, `“${one}” is no address`);
    if (read.emails.length > 0 && found.first.length < SHOWN)
      found.first.push(remark(line, read.emails.join(", ")));
    for (const email of read.emails) {
      const before = rowOf.get(email);
      if (before === undefined) rowOf.set(email, line.row);
      else
        found.repeated.push(
          remark(line, `${email} stands in row ${before}, too`),
        );
    }
  }
  found.emails = [...rowOf.keys()];
  found.unread.sort((a, b) => a.row - b.row);
  return found;
}
