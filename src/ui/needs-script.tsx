import { links } from "#edition/links";
import styles from "./needs-script.module.css";

/**
 * What a reader without JavaScript needs to know; `children` names what does not work. Others never see it, so the
 * words are in the prerendered HTML alone.
 */
export function NeedsScript({ children }: { children: string }) {
  return <noscript>{import.meta.env.SSR && <Note>{children}</Note>}</noscript>;
}

function Note({ children }: { children: string }) {
  return (
    <p className={`measure ${styles.note}`}>
      <span>{`${children} needs JavaScript. Allow it for this site and load the page again, or write to `}</span>
      <a href={`mailto:${links.contactEmail}`}>{links.contactEmail}</a>.
    </p>
  );
}
