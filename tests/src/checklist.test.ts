import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  drawn,
  faintPairs,
  missingPictures,
  otherNames,
  OURS,
  pastDays,
  repeatedFacts,
  run,
  strayColours,
} from "../../src/prerender/checklist";
import { facts as others } from "../fixtures/another-edition/facts";
import { isOurs } from "../ours";

const css = readFileSync("src/styles/tokens.css", "utf8");
const module = (...lines: string[]) => ({
  file: "a.ts",
  text: lines.join("\n"),
});

test.runIf(isOurs)(
  "of our own edition samples and its days are left, each with its line",
  async () => {
    const lines = (await run()).split("\n");
    expect(lines.filter((line) => /^\S.*: \d+$/.test(line))).toEqual([
      "Still a sample: 36",
      "In the past: 6",
    ]);
    const places = lines.filter((line) => /^ {2}\S/.test(line));
    expect(places).toHaveLength(42);
    for (const place of places) {
      const [, file = "", line, value = "-"] =
        /^ {2}(\S+):(\d+) {2}(?:.*?: )?(.+?)(?:, | Track| \(| is )/.exec(
          place,
        ) ?? [];
      expect(
        readFileSync(file, "utf8").split("\n")[Number(line) - 1],
      ).toContain(value);
    }
  },
);

test("a day is past once it has begun, in its line", () => {
  const day = '  firstDay: "2031-12-30T00:00:00+05:30",';
  const at = Date.parse(others.firstDay);
  expect(pastDays(module("{", day), at)).toEqual([]);
  expect(pastDays(module("{", day), at + 1)).toEqual([
    "a.ts:2  firstDay is 30 December 2031.",
  ]);
});

test.each([
  ['"At the Great Coastal Student Makeathon."', "the name"],
  ['"We meet in Kochi."', "the city"],
  ["<p>Doors open on 30 December at nine.</p>", "a day"],
  ['"See you in 2032!"', "a day"],
  ["`Code for 24 hours with ${friends}.`", "the hours"],
  ['"A team of six, no more."', "the size of teams"],
  ['"Bring all six members."', "the size of teams"],
  ['"Two to six people build."', "the size of teams"],
  ['"Teams of two may come."', "the size of teams"],
  ['"There is room for 1,250 teams."', "the places"],
  ['"7500 students come."', "the places"],
  ['"The winners get ₹900."', "an amount"],
  ['"A prize of 12,34,567 rupees."', "an amount"],
])("%s repeats %s by hand", (words, what) => {
  const source = { ...module("", `export const a = ${words};`), file: "a.tsx" };
  const [found, ...more] = repeatedFacts(source, others, [900, 1_234_567]);
  expect(found).toMatch(/^a\.tsx:2 {2}“/);
  expect(found).toContain(`”: ${what}.`);
  expect(more).toEqual([]);
});

test.each([
  "`Code for ${facts.hours} hours.`",
  '"Sleep six hours, and eat."',
  '"Up to six lines."',
  '"Two people wrote at once."',
  '"The Act of 2023."',
  '"The first 900 come."',
  '"/kochi"',
])("%s repeats nothing", (words) => {
  const source = module(`export const a = ${words};`);
  expect(repeatedFacts(source, others, [900])).toEqual([]);
});

test("an accent is refused where it is hard to read, at its own line", () => {
  expect(faintPairs({ file: "tokens.css", text: css })).toEqual([]);
  const accent = (colour: string) =>
    faintPairs({
      file: "tokens.css",
      text: css.replace(/(--marigold-500: )#\w+/, `$1${colour}`),
    });
  const line = css
    .split("\n")
    .findIndex((it) => it.includes("--marigold-500:"));
  const dark = accent("#7a1f1f");
  expect(dark).toContain(
    `tokens.css:${line + 1}  --signal-text (#7a1f1f) on --surface (#050f10) has 1.89:1, and needs 4.5:1.`,
  );
  expect(dark).toContain(
    `tokens.css:${line + 1}  --on-signal (#050f10) on --signal (#7a1f1f) has 1.89:1, and needs 4.5:1.`,
  );
  // Unknown colours are no silent pass.
  expect(accent("oklch(0.8 0.1 90)").join()).toContain("has NaN:1");
});

test("colours of an accent before are found outside the style sheets", () => {
  const drawing = module("<svg>", '<path fill="#FFB81C"/>');
  expect(strayColours(drawing, css)).toEqual([]);
  expect(strayColours(drawing, css.replaceAll("#ffb81c", "#00c2a8"))).toEqual([
    "a.ts:2  #FFB81C is no token.",
  ]);
});

test("a server that is started with another name is found", () => {
  const scripts = module("{", "serve --name 'HackArena 2025' --home /");
  expect(otherNames(scripts, "HackArena 2025")).toEqual([]);
  expect(otherNames(scripts, "Hack 2026")).toEqual([
    "a.ts:2  --name 'HackArena 2025' is not “Hack 2026”.",
  ]);
});

test.runIf(isOurs)(
  "pictures are found in either folder, and those with our words for another edition",
  () => {
    const folders = ["tests/fixtures/another-edition/public", "public"];
    const pictures = ["/images/tidewell.svg", "/mark.svg", "/images/no.svg"];
    expect(missingPictures(pictures, folders, others.edition)).toEqual([
      "public/images/no.svg  There is no such file.",
    ]);
    const words = [...drawn.keys()];
    expect(missingPictures(words, folders, OURS)).toEqual([]);
    expect(missingPictures(words, folders, others.edition)).toEqual(
      words.map((src) => `public${src}  It shows the name ${OURS}.`),
    );
  },
);
