import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "../../src/features/markdown/markdown";

const html = (text: string, below: 1 | 2 = 2) =>
  renderToStaticMarkup(<Markdown below={below}>{text}</Markdown>);
const [, typed = ""] = /class="([^"]*)"/u.exec(html(">".repeat(99))) ?? [];
const headings = (text: string, below: 1 | 2 = 2) =>
  [...html(text, below).matchAll(/<(h\d)>(.*?)<\/h\d>/gu)].map(
    ([, level, words]) => `${level} ${words}`,
  );

test.each([
  ["# A\n## B\n# C", ["h3 A", "h4 B", "h3 C"]],
  ["## A\n#### B\n## C", ["h3 A", "h4 B", "h3 C"]],
  ["#### A\n## B\n### C", ["h3 A", "h3 B", "h4 C"]],
  ["> ## A\n\nB\n===", ["h3 A", "h3 B"]],
  [
    "# A\n## B\n### C\n#### D\n##### E",
    ["h3 A", "h4 B", "h5 C", "h6 D", "h6 E"],
  ],
])("the headings of %j continue the page's", (text, wanted) => {
  expect(headings(text)).toEqual(wanted);
});

test("headings begin below the one that they belong to", () => {
  expect(headings("## A", 1)).toEqual(["h2 A"]);
});

test("what looks like HTML, pictures and strange addresses is left out", () => {
  const text =
    "<b onclick='x'>A</b> ![B](https://x.example/b.png) [C](javascript:x) [D](https://x.example) [E](xmpp:x@x.example) [F](irc://x.example)";
  const shown = html(text);
  expect(shown).not.toMatch(/<b|<img|javascript:|xmpp:|irc:|onclick/u);
  expect(shown).toContain(
    '<a href="https://x.example" target="_blank" rel="noopener noreferrer nofollow ugc">D</a>',
  );
});

test("a bare address is a link, but for code and what is one already", () => {
  const text =
    "Slides: https://a.example/b_c. `https://d.example` [https://e.example](https://f.example)\n\n- **https://g.example**";
  const links = [...html(text).matchAll(/<a href="([^"]*)"/gu)];
  expect(links.map(([, href]) => href)).toEqual([
    "https://a.example/b_c",
    "https://f.example",
    "https://g.example",
  ]);
});

const row = (name: string, ...cells: string[]) =>
  `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join("")}</tr>`;
const AB = row("th", "A", "B");

test.each([
  ["| A | B |\n| --- | :-: |\n| 1 | 2 |", row("td", "1", "2")],
  [
    "| A | B |\n|---|---|\n| `a|b` | **c** |  \n| | d |",
    row("td", "<code>a|b</code>", "<strong>c</strong>") + row("td", "", "d"),
  ],
  [" A | B \n--|--\nc|d", row("td", "c", "d")],
])("the lines %j are a table, as on GitHub", (text, body) => {
  const shown = html(text).replace(/<br\/>|(?<=>)\s+|\s+(?=<)/gu, "");
  expect(shown).toContain(
    `<table><thead>${AB}</thead><tbody>${body}</tbody></table>`,
  );
});

test.each([
  "| A | B |\n| --- |\n| 1 | 2 |",
  "a | b",
  "| A | B |\n| 1 | 2 |",
  `| A | B |\n|---|---|\n${"|".repeat(400)}`,
])("the lines %j are none", (text) => {
  expect(html(text)).not.toContain("<table");
});

test.each([
  ["quotations", ">".repeat(10_000)],
  ["lists", `${"- ".repeat(4_999)}a`],
  ["numbered lists", `${"1. ".repeat(3_333)}a`],
  ["lists and quotations", `Hello\r\n${"> -\t".repeat(2_000)}a`],
  ["lists over lines", `${"- ".repeat(30)}\n${"\t".repeat(99)}- a`],
  ["emphases", `${"_a ".repeat(1_600)}${"a_ ".repeat(1_600)}`],
  ["emphases of many marks", `${"*".repeat(4_900)}a${"*".repeat(4_900)}`],
  ["pictures", `${"![".repeat(1_600)}${"](a)".repeat(1_600)}`],
])("%s in each other without end are shown as they were typed", (_, text) => {
  expect(html(text)).toMatch(/^<p class="[^"]*">[^<]*<\/p>$/u);
});

test.each([
  ["a list", "- a\n"],
  ["one paragraph", "a\n"],
  ["paragraphs", "a\n\n"],
  ["lines that carriage returns end", "a\r"],
])("%s of more than 1,000 lines is shown as it was typed", (_, line) => {
  const text = line.repeat(1_001);
  expect(html(text)).toBe(`<p class="${typed}">${text}</p>`);
});

test.each([
  ["1,000 lines", "- a\n".repeat(999)],
  ["a rule", "- ".repeat(40)],
  ["lists in each other", "- a\n  - b\n    - c"],
  ["names with underscores", `${"snake_case_name ".repeat(200)}`],
])("%s is Markdown", (_, text) => {
  expect(html(text)).toMatch(/^<div/u);
});
