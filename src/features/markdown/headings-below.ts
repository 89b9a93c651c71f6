const DEEPEST = 6;

/** What this needs to know of a tree of HTML. */
type Tree = { tagName?: string; children?: Tree[] };

/**
 * Makes the headings of a text continue the outline of the page around it, whichever level the text begins with and
 * whichever it leaves out: each is one level below the last one that is above it in the text.
 * @param below the level of the page's heading that the text belongs to
 */
export function headingsBelow(below: number): (tree: Tree) => void {
  return (tree) => {
    /** The levels, as they are written, of the headings that the place is under. */
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
