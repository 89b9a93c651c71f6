/**
 * The checklist of organisers who prepare an edition: what is a sample, past, written by hand, hard to read or missing.
 * `npm run edition` prints it. Each part reads what it is given, so that tests can plant faults, and returns lines that
 * begin with the place, `file:line`.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { indianDate } from "#convex/platform/shared/indianTime";
import { facts } from "#edition/facts";
import { prizePool, prizes } from "#edition/prizes";
import { sponsorGroups } from "#edition/sponsors";
import { TRACKS } from "#edition/tracks";
import { aboutLogo } from "../content/about";
import { faultsOf, type Facts } from "../content/edition-schema";
import { invitationImage, openGraphImage } from "../content/link-previews";
import { specialAwards } from "../content/prizes";
import { samplesLeft } from "../content/samples";
import type { Prize } from "../content/schemas";
import { inWords } from "../lib/in-words";
import { icons } from "./manifest";

type Source = { file: string; text: string };

/** The pictures with words in them, as drawn for our own edition: how the SHA-256 of each begins. */
export const OURS = "HackArena 2025";
export const drawn = new Map<string, string>([
  [openGraphImage.src, "7575f920035f5eac"],
  [invitationImage.src, "d16b7020a67d2bdf"],
  [aboutLogo.src, "c3a7723c0296d348"],
]);

/** What is said of an index of the text; of the file alone, if it is none. */
const said = ({ file, text }: Source, at: number, words: string) =>
  `${file}${at < 0 ? "" : `:${text.slice(0, at).split("\n").length}`}  ${words}`;

/** At each match of which there is something to say. */
function saidOf(
  source: Source,
  pattern: RegExp,
  about: (...found: string[]) => string | false,
): string[] {
  return [...source.text.matchAll(pattern)].flatMap((found) => {
    const words = about(...found);
    return words ? [said(source, found.index, words)] : [];
  });
}

/** The days of a module that are over. */
export const pastDays = (source: Source, now: number) =>
  saidOf(
    source,
    /(\w+): "(\d{4}-\d\d-\d\dT[^"]+)"/g,
    (_, name, day = "") =>
      Date.parse(day) < now && `${name} is ${indianDate(day)}.`,
  );

/** Colours that the tokens do not have: in mails and drawings, those of the accent before. */
export const strayColours = (source: Source, tokens: string) =>
  saidOf(
    source,
    /#(?:[\da-f]{6}|[\da-f]{3})\b/gi,
    (colour = "") =>
      !tokens.includes(colour.toLowerCase()) && `${colour} is no token.`,
  );

/** Names that the server is started with, other than the edition's. */
export const otherNames = (source: Source, edition: string) =>
  saidOf(
    source,
    /--name (['"])(.*?)\1/g,
    (option, _, name) => name !== edition && `${option} is not “${edition}”.`,
  );

/** How texts say a fact by hand. Years count from our own edition on. */
function handwriting(
  { name, edition, city, hours, team: { min, max }, places, mentors }: Facts,
  amounts: readonly number[],
): [what: string, pattern: RegExp][] {
  const number = (...counts: number[]) =>
    `(?:${counts.flatMap((count) => [count, count.toLocaleString("en-IN"), inWords(count)]).join("|")})`;
  const month =
    "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
  const people =
    "(?:\\w+ )?(?:members?|people|participants?|students|hackers|teammates|slots?|seats?)";
  const ways = {
    "the name": `${edition}|${name}`,
    "the city": city,
    "a day": `\\d{1,2} ${month}|${month} \\d{1,2}|20(?:2[5-9]|[3-9]\\d)`,
    "the hours": `${number(hours)}[ -]hours?`,
    "the size of teams": `${number(max)} ${people}|(?:teams? of|up to|your|all) ${number(max)}(?! \\w+s\\b)|${number(min)} to ${number(max)}|teams? of ${number(min)}`,
    "the places": `${number(places.teams)} (?:\\w+ )?teams|${number(places.people)} ${people}|${number(mentors)} mentors`,
    "an amount": `[₹$] ?${number(...amounts)}|${number(...amounts.filter((value) => value > 999))}`,
  };
  return Object.entries(ways).map(([what, words]) => [
    what,
    new RegExp(`(?<![\\w,])(?:${words})(?!\\w)`, "i"),
  ]);
}

/** Where what people read in a module repeats a fact in place of taking it. */
export function repeatedFacts(
  source: Source,
  edition: Facts,
  amounts: readonly number[],
): string[] {
  const found: string[] = [];
  const patterns = handwriting(edition, amounts);
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, value, start } = node as Record<string, unknown>;
    if (type === "ImportDeclaration") return;
    const words =
      type === "TemplateElement" ? (value as { cooked: string }).cooked : value;
    // Without a space or a capital letter it is a name in the code.
    if (typeof words === "string" && /\S\s+\S|[A-Z]/.test(words))
      for (const [what, pattern] of patterns) {
        const [repeated] = pattern.exec(words) ?? [];
        if (repeated)
          found.push(said(source, Number(start), `“${repeated}”: ${what}.`));
      }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(source.file, source.text).program.body);
  return found;
}

/** The pairs of tokens that are hard to read (WCAG AA: text 4.5:1, marks and lines 3:1). */
export function faintPairs(source: Source): string[] {
  const [, root = ""] = /:root \{([^}]*)\}/.exec(source.text) ?? [];
  const tokens = new Map(
    [...root.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
  /** What a token stands for in the end, through each `var(--…)`. */
  const primitive = (name: string): string => {
    const [, next] = /^var\(--([\w-]+)\)$/.exec(tokens.get(name) ?? "") ?? [];
    return next === undefined ? name : primitive(next);
  };
  const found: string[] = [];
  const look = (name: string, on: string, needs: number) => {
    const pair = [primitive(name), primitive(on)];
    const [colour = "", ground = ""] = pair.map((it) => tokens.get(it));
    const light = [colour, ground].map((it) => luminance(it) + 0.05);
    const ratio = Math.max(...light) / Math.min(...light);
    if (ratio >= needs || !tokens.has(name)) return;
    const at = source.text.indexOf(`--${pair[name === `on-${on}` ? 1 : 0]}:`);
    const has = `--${name} (${colour}) on --${on} (${ground}) has ${ratio.toFixed(2)}:1, and needs ${needs}:1.`;
    found.push(said(source, at, has));
  };
  for (const on of tokens.keys()) {
    look(`on-${on}`, on, 4.5);
    if (!on.startsWith("surface")) continue;
    for (const text of ["signal-text", "hot-text", "quiet", "soft"])
      look(text, on, 4.5);
    for (const mark of ["signal", "hot", "focus", "field-line"])
      look(mark, on, 3);
  }
  look("on-signal", "signal-bright", 4.5);
  look("signal-text", "signal-deep", 4.5);
  return found;
}

/** Relative luminance; NaN of what is no `#rgb` or `#rrggbb`. */
function luminance(colour: string): number {
  const long = colour.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
  const [, ...parts] = /^#(..)(..)(..)$/.exec(long) ?? [];
  const [red = NaN, green = NaN, blue = NaN] = parts.map((digits) => {
    const part = parseInt(digits, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The pictures that no folder has, and those that still show the words of our own edition.
 * @param folders an edition's own before `public`
 */
export function missingPictures(
  pictures: readonly string[],
  folders: readonly string[],
  edition: string,
): string[] {
  return [...new Set(pictures)].flatMap((src) => {
    const [file] = folders.map((one) => join(one, src)).filter(existsSync);
    if (file === undefined) return [`public${src}  There is no such file.`];
    const digest = createHash("sha256").update(readFileSync(file));
    return edition !== OURS &&
      digest.digest("hex").startsWith(drawn.get(src) ?? "-")
      ? [`${file}  It shows the name ${OURS}.`]
      : [];
  });
}

const read = (file: string) => ({ file, text: readFileSync(file, "utf8") });

function filesIn(folder: string, pattern: RegExp): Source[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => pattern.test(file))
    .map((file) => read(join(folder, file)));
}

/** @returns what the command prints */
export async function run(): Promise<string> {
  const folder = process.env.EDITION || "convex/edition";
  const inFacts = read(join(folder, "facts.ts"));
  const tokens = read("src/styles/tokens.css");
  const modules = [
    ...filesIn("src", /^(?!prerender).*\.tsx?$/),
    ...filesIn("convex", /^(?!_generated|edition).*\.ts$/),
    ...filesIn(folder, /^(?!facts|contact|links|samples).*\.ts$/),
  ];
  const drawings = filesIn("public", /mark\.svg|-logo\.svg|prizes.*\.svg/);
  const started = ["package.json", ".deploy/hackarena.service"].map(read);
  const awarded: readonly Prize[] = prizes;
  const amounts = [prizePool, ...awarded.flatMap((prize) => prize.amounts)].map(
    ({ value }) => value,
  );
  const pictures = [
    ...sponsorGroups.flatMap((group) => group.sponsors.map((one) => one.logo)),
    ...awarded.flatMap((prize) =>
      [prize, ...prize.awards].map((it) => it.icon),
    ),
    ...icons,
  ].map(({ src }) => src);
  const sections = {
    "What does not fit together": [
      ...faultsOf(facts).map((fault) =>
        said(
          inFacts,
          inFacts.text.indexOf(fault.replace(/[.:].*/s, ":")),
          fault,
        ),
      ),
      ...(specialAwards.map(({ id }) => id).join() === TRACKS.join()
        ? []
        : [`${folder}/tracks.ts  The tracks are not the special awards.`]),
    ],
    "Still a sample": samplesLeft().flatMap(({ what, values, where, file }) =>
      values.map((value) => {
        const source = read(file.replace("convex/edition", folder));
        const at = [`"${value}"`, ...value.split(/, | Track$/)]
          .map((part) => source.text.indexOf(part))
          .find((index) => index >= 0);
        return said(source, at ?? -1, `${what}: ${value} (${where}).`);
      }),
    ),
    "In the past": pastDays(inFacts, Date.now()),
    "Legal texts of another year, to be read again and dated": pastDays(
      read(join(folder, "contact.ts")),
      Date.parse(facts.firstDay) - 365 * 24 * 60 * 60 * 1000,
    ),
    "Facts by hand, which stay when the fact changes": modules.flatMap(
      (source) => repeatedFacts(source, facts, amounts),
    ),
    "Names outside the facts": started.flatMap((source) =>
      otherNames(source, facts.edition),
    ),
    "Hard to read": faintPairs(tokens),
    "Colours of their own": [...modules, ...drawings].flatMap((source) =>
      strayColours(source, tokens.text),
    ),
    Pictures: missingPictures(
      [...pictures, ...drawn.keys(), "/favicon.ico", "/apple-touch-icon.png"],
      [join(folder, "public"), "public"],
      facts.edition,
    ),
  };
  const blocks = Object.entries(sections).map(([title, lines]) =>
    lines.length === 0
      ? ""
      : `\n${title}: ${lines.length}\n${lines.map((line) => `  ${line}\n`).join("")}`,
  );
  return `${facts.edition}: ${blocks.join("") || "nothing is left.\n"}`;
}
