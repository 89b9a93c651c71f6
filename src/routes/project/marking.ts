import type { Splice } from "#convex/projects/shared/projects";

/** What a key above the description makes of the words. */
export type Mark = keyof typeof PREFIXES | "bold";

type Selection = { start: number; end: number };

const PREFIXES = { heading: "## ", list: "- " };
/** What a line may begin with. */
const PREFIX = /^(?:#{1,6} |[-*+] |)/u;
const STARS = "**";

/**
 * What marks the selected words of a text as Markdown, or takes the same mark away: what is selected becomes bold, all
 * lines that it touches become headings or a list.
 * @returns the changes, in order, and what is selected after them
 */
export function marking(
  text: string,
  { start, end }: Selection,
  mark: Mark,
): Selection & { changes: Splice[] } {
  if (mark === "bold") {
    const isBold =
      text.slice(0, start).endsWith(STARS) && text.startsWith(STARS, end);
    const by = isBold ? -STARS.length : STARS.length;
    const changes = [Math.min(start, start + by), end].map((at) => ({
      at,
      removed: isBold ? STARS.length : 0,
      inserted: isBold ? "" : STARS,
    }));
    return { changes, start: start + by, end: end + by };
  }
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const [rest = ""] = text.slice(end).split("\n", 1);
  const lines = (text.slice(from, end) + rest).split("\n");
  const prefix = PREFIXES[mark];
  const inserted = lines.every((line) => line.startsWith(prefix)) ? "" : prefix;
  let [at, grown, begin] = [from, 0, start];
  const changes = lines.map((line, nth) => {
    const removed = PREFIX.exec(line)?.[0].length ?? 0;
    const change = { at, removed, inserted };
    at += line.length + 1;
    grown += inserted.length - removed;
    if (nth === 0) begin = Math.max(from, start + grown);
    return change;
  });
  return { changes, start: begin, end: Math.max(begin, end + grown) };
}
