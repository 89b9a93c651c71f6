import Renderer, { type Components } from "react-markdown";
import styles from "./markdown.module.css";

const DEEPEST = 6;

/**
 * Text of a team as Markdown. The renderer makes React elements, never HTML: what looks like HTML is dropped, and
 * addresses other than http, https and mailto lead nowhere. Pictures are left out, because they would tell strangers who
 * reads; headings continue the page's own.
 * @param below the level of the page's heading that the text belongs to
 */
export function Markdown({
  below,
  children,
}: {
  below: 1 | 2;
  children: string;
}) {
  return (
    <div className={styles.text} data-below={below}>
      <Renderer
        components={components}
        rehypePlugins={[[headingsBelow, below]]}
        disallowedElements={["img"]}
        skipHtml
      >
        {children}
      </Renderer>
    </div>
  );
}

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  ),
};

/** What this needs to know of a tree of HTML. */
type Tree = { tagName?: string; children?: Tree[] };

/**
 * Makes the headings of a text continue the outline of the page around it, whichever level the text begins with and
 * whichever it leaves out: each is one level below the last one that is above it in the text.
 * @param below the level of the page's heading that the text belongs to
 */
function headingsBelow(below: number): (tree: Tree) => void {
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
