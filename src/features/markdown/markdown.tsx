import Renderer, { type Components } from "react-markdown";
import styles from "./markdown.module.css";

/**
 * Text of a team as Markdown. The renderer makes React elements, never HTML: what looks like HTML is dropped, and
 * addresses other than http, https and mailto lead nowhere. Pictures are left out, because they would tell strangers who
 * reads; headings begin below the page's own.
 */
export function Markdown({ children }: { children: string }) {
  return (
    <div className={styles.text}>
      <Renderer components={components} disallowedElements={["img"]} skipHtml>
        {children}
      </Renderer>
    </div>
  );
}

const components: Components = {
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  ),
};
