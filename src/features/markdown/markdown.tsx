import Renderer, { defaultUrlTransform, type Components } from "react-markdown";
import { findLinks } from "#convex/platform/shared/links";
import { written } from "../../ui/written";
import styles from "./markdown.module.css";

const DEEPEST = 6;

/** A line that opens more than 40 lists and quotations in each other, or continues as many. */
const DEEP_LINE =
  /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){41}|^[ \t]{61}/mu;
/** Of one paragraph. Each two can be an emphasis in another one, each bracket a link, each stroke a cell. */
const MAX_MARKS = 400;
/** A list of as many takes a slow phone half a second, in which the page does not answer. */
const MAX_LINES = 1_000;

/** The renderer's own rule would open chat programs too. */
const CHAT = /^(?:ircs?|xmpp):/iu;

/**
 * Text of a team as Markdown. The renderer makes React elements, never HTML: HTML tags are dropped, and links other
 * than http, https and mailto are disabled. Pictures are left out, because loading them would reveal the reader to
 * strangers; headings continue the page's outline. Text that nests deeper, or has more lines, than anybody writes is
 * shown as it was typed: as Markdown, 10,000 characters of it stop the reader's page for up to half a minute.
 * @param below the level of the page's heading that the text belongs to
 */
export function Markdown({
  below,
  children,
}: {
  below: 1 | 2;
  children: string;
}) {
  const { lang } = written(children);
  if (takesTooLong(children)) {
    return (
      <p className={`measure ${styles.typed}`} lang={lang}>
        {children}
      </p>
    );
  }
  return (
    <div
      className={`grid gap-4 measure min-w-0 ${styles.text}`}
      data-below={below}
      lang={lang}
    >
      <Renderer
        components={components}
        rehypePlugins={[[headingsBelow, below], tables, linksBare]}
        disallowedElements={["img"]}
        urlTransform={(url) => (CHAT.test(url) ? "" : defaultUrlTransform(url))}
        skipHtml
      >
        {children}
      </Renderer>
    </div>
  );
}

function takesTooLong(text: string): boolean {
  const paragraphs = text.split(/\n[ \t]*\n/u);
  return (
    text.split(/\r\n?|\n/u, MAX_LINES + 1).length > MAX_LINES ||
    DEEP_LINE.test(text) ||
    paragraphs.some((words) => words.split(/[*_[|]/u).length - 1 > MAX_MARKS)
  );
}

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  ),
};

/** The part of an HTML tree (hast) that is used here. */
type Tree = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, string>;
  children?: Tree[];
};

function element(tagName: string, children: Tree[], properties = {}): Tree {
  return { type: "element", tagName, properties, children };
}

/** Makes tables of lines divided by "|", the second one "| --- | --- |", as GitHub does; the renderer knows none. */
function tables(): (tree: Tree) => void {
  return function visit(tree) {
    tree.children = tree.children?.map((child) => {
      visit(child);
      return child.tagName === "p" ? asTable(child) : child;
    });
  };
}

function asTable(paragraph: Tree): Tree {
  const [head = [], rule = [], ...body] = splitAt("\n", paragraph.children).map(
    (line) =>
      splitAt("|", line).filter(
        (cell, at, { length }) =>
          textOf(cell) !== "" || (at > 0 && at < length - 1),
      ),
  );
  const isRule = rule.every((cell) => /^:?-+:?$/u.test(textOf(cell)));
  if (head.length < 2 || head.length !== rule.length || !isRule)
    return paragraph;
  const row = (name: string, cells: Tree[][]) =>
    element(
      "tr",
      cells.map((cell) => element(name, cell)),
    );
  const rows = body.map((cells) => row("td", cells));
  const heading = element("thead", [row("th", head)]);
  return element("table", [heading, element("tbody", rows)]);
}

function splitAt(sign: string, words: Tree[] = []): Tree[][] {
  const parts: Tree[][] = [[]];
  for (const word of words) {
    const [first, ...others] = word.value?.split(sign) ?? [];
    parts.at(-1)?.push(first === undefined ? word : { ...word, value: first });
    for (const value of others) parts.push([{ ...word, value }]);
  }
  return parts;
}

/** Elements count as a letter, but for a line's end. */
const textOf = (words: Tree[]): string =>
  words
    .map(({ tagName, value = tagName === "br" ? "" : "x" }) => value)
    .join("")
    .trim();

/** Makes links of bare addresses, as announcements do. Code stays as it is. */
function linksBare(): (tree: Tree) => void {
  return function visit(tree) {
    if (tree.tagName === "a" || tree.tagName === "code") return;
    tree.children = tree.children?.flatMap((child) => {
      if (child.type !== "text") visit(child);
      if (child.type !== "text") return [child];
      return findLinks(child.value ?? "").map(({ text: value, href }) => {
        const text = { type: "text", value };
        return href === undefined ? text : element("a", [text], { href });
      });
    });
  };
}

/**
 * Shifts the headings of a text so that they continue the outline of the page, without gaps, whatever levels the text
 * uses: each heading is one level below its parent in the text.
 * @param below the level of the page's heading that the text belongs to
 */
function headingsBelow(below: number): (tree: Tree) => void {
  return (tree) => {
    /** The levels, as written, of the headings that are open at this point. */
    const above: number[] = [];
    for (const heading of headingsIn(tree)) {
      const level = Number(heading.tagName?.slice(1));
      while ((above.at(-1) ?? 0) >= level) above.pop();
      above.push(level);
      heading.tagName = `h${Math.min(below + above.length, DEEPEST)}`;
    }
  };
}

function headingsIn(tree: Tree): Tree[] {
  if (/^h[1-6]$/u.test(tree.tagName ?? "")) return [tree];
  return (tree.children ?? []).flatMap(headingsIn);
}
