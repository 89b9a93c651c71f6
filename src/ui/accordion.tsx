import { useLayoutEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import styles from "./accordion.module.css";
import { ChevronIcon } from "./icons";

/**
 * An entry that opens and closes. Native, so it works without JavaScript and opens for the browser's page search. The
 * browser also opens the entry that a page's `#id` names; after hydration `useOpenedByAddress` does.
 */
export function AccordionEntry({
  id,
  title,
  value,
  level: Heading = "h3",
  children,
}: {
  /** Makes the answer a link target. */
  id?: string;
  title: string;
  /** What a setting holds now, in a line beside its title. */
  value?: string;
  level?: "h2" | "h3";
  children: ReactNode;
}) {
  const entry = useOpenedByAddress(id);
  return (
    <details ref={entry} className={`line-above ${styles.entry}`}>
      <summary
        className={`flex gap-4 items-center justify-between ${styles.question}`}
      >
        <Heading className={styles.title}>{title}</Heading>
        {value && (
          <bdi className={`min-w-0 soft ellipsis ${styles.value}`}>{value}</bdi>
        )}
        <span className={`signal-text rigid ${styles.chevron}`}>
          <ChevronIcon />
        </span>
      </summary>
      <div
        id={id}
        className={`stack gap-3 justify-items-start measure soft ${styles.answer}`}
      >
        {children}
      </div>
    </details>
  );
}

function useOpenedByAddress(id: string | undefined) {
  const entry = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // Before paint and before the router scrolls, so that the target has its final position.
  useLayoutEffect(() => {
    // Following the same link again changes `key` and opens an entry that was closed in between.
    if (id !== undefined && hash === `#${id}` && entry.current !== null) {
      entry.current.open = true;
    }
  }, [id, hash, key]);
  return entry;
}
