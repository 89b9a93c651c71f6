import Renderer, { type Components } from "react-markdown";
import { headingsBelow } from "./headings-below";
import styles from "./markdown.module.css";

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
