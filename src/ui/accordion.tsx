import { useLayoutEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import styles from "./accordion.module.css";
import { ChevronIcon } from "./icons";

/**
 * One entry that opens and closes; stack them in any element. Native, so it also opens without script and when the
 * browser's own search finds something inside. An address that ends in `#id` opens it: the browser
 * does so before the page comes to life, because the id is inside, and the entry itself does later on.
 */
export function AccordionEntry({
  id,
  title,
  children,
}: {
  /** Makes the answer an address of its own; unique within the page. */
  id?: string;
  title: string;
  children: ReactNode;
}) {
  const entry = useOpenedByAddress(id);
  return (
    <details ref={entry} className={styles.entry}>
      <summary className={styles.question}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      </summary>
      <div id={id} className={styles.answer}>
        {children}
      </div>
    </details>
  );
}

function useOpenedByAddress(id: string | undefined) {
  const entry = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // Before the layout is painted, and before the page scrolls to what must have its place by then.
  useLayoutEffect(() => {
    // The same link followed twice has another key: it opens what was closed in between.
    if (id !== undefined && hash === `#${id}` && entry.current !== null) {
      entry.current.open = true;
    }
  }, [id, hash, key]);
  return entry;
}
