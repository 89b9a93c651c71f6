/** What the keys above the description do to its words. */
import { expect, test } from "vitest";
import { marking, type Mark } from "../../src/routes/project/marking";

/** Marks what stands between the bars. */
function press(written: string, mark: Mark): string {
  const [before = "", words = "", behind = ""] = written.split("|");
  const selected = {
    start: before.length,
    end: before.length + words.length,
  };
  let text = before + words + behind;
  const { changes, start, end } = marking(text, selected, mark);
  for (const { at, removed, inserted } of changes.toReversed())
    text = text.slice(0, at) + inserted + text.slice(at + removed);
  return `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;
}

test.each<[Mark, string, string]>([
  ["bold", "in |one tap|, also", "in **|one tap|**, also"],
  ["bold", "||", "**||**"],
  ["heading", "||", "## ||"],
  ["heading", "Why\nHo||w", "Why\n## Ho||w"],
  ["heading", "# Wh||y", "## Wh||y"],
  ["list", "a\nb|c\nd|e\nf", "a\n- b|c\n- d|e\nf"],
  ["list", "- a|b\n1|", "- a|b\n- 1|"],
])(
  "%s: %j becomes %j, and is taken back by the same key",
  (mark, before, after) => {
    expect(press(before, mark)).toBe(after);
    const plain = after.replaceAll(/\*\*|## |- /gu, "");
    expect(press(after, mark)).toBe(plain);
  },
);

test.each([
  ["|- |a", "||a"],
  ["-||  a", "||a"],
])(
  "a selection in a mark that goes, %j, stays in its line",
  (before, after) => {
    expect(press(before.replace("  ", " "), "list")).toBe(after);
  },
);
