import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import styles from "./tabs.module.css";
import { VisuallyHidden } from "./visually-hidden";

export type Tab = {
  id: string;
  label: string;
  /** How much in it waits for an answer. */
  waiting?: number;
  content: ReactNode;
};

/** Tabs that keep their state in the query, for reload, back and shared links; the first tab needs none. */
export function Tabs({
  label,
  tabs,
  parameter = "tab",
}: {
  label: string;
  tabs: readonly Tab[];
  parameter?: string;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useSearchParams();
  const wanted = search.get(parameter);
  const current = tabs.find((tab) => tab.id === wanted) ?? tabs[0];
  if (current === undefined) return null;

  function select(tab: Tab) {
    setSearch(
      (previous) => {
        if (tab === tabs[0]) previous.delete(parameter);
        else previous.set(parameter, tab.id);
        return previous;
      },
      { preventScrollReset: true },
    );
  }

  function moveBy(event: KeyboardEvent, position: number) {
    const target = positionAfter(event.key, position, tabs.length);
    const tab = target === undefined ? undefined : tabs[target];
    if (tab === undefined) return;
    event.preventDefault();
    select(tab);
    list.current
      ?.querySelectorAll<HTMLButtonElement>("[role=tab]")
      [target ?? 0]?.focus();
  }

  return (
    <div className="stack gap-6 min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={`row justify-between ${styles.list}`}
      >
        {tabs.map((tab, position) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            className={`underlined target rigid ${styles.tab}`}
            onClick={() => select(tab)}
            onKeyDown={(event) => moveBy(event, position)}
          >
            <span>{tab.label}</span>
            {tab.waiting ? (
              <>
                {" "}
                <span className={`tabular ${styles.count}`}>{tab.waiting}</span>
                <VisuallyHidden> waiting</VisuallyHidden>
              </>
            ) : null}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current.id}`}
        tabIndex={0}
        className="min-w-0"
      >
        {current.content}
      </div>
    </div>
  );
}

/** The tab that a key leads to; undefined for other keys. */
function positionAfter(key: string, position: number, count: number) {
  switch (key) {
    case "ArrowRight":
      return (position + 1) % count;
    case "ArrowLeft":
      return (position + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
