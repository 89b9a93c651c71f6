import { useSyncExternalStore, type ReactNode } from "react";
import { createPortal } from "react-dom";
import styles from "./notice.module.css";

/** Says politely, over the page, what is going on with the connection; nothing without words. */
export function Notice({ children }: { children: ReactNode }) {
  // Where all of them are, so that none covers another; see `site-layout.tsx`.
  const place = useSyncExternalStore(neverChanges, findPlace, () => null);
  const said = (
    <output>
      {children && (
        <span
          className={`plate flex gap-3 items-center tight text-s ${styles.notice}`}
        >
          <span className={`rigid ${styles.dot}`} />
          <span>{children}</span>
        </span>
      )}
    </output>
  );
  return place ? createPortal(said, place) : said;
}

const neverChanges = () => () => {};
const findPlace = () => document.getElementById("notices");
