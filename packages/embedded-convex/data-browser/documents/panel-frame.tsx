import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router-dom";
import { buttonClass } from "../ui/button";
import { returnFocus } from "../ui/focus";
import { titleOf } from "../ui/site";
import styles from "./panel-frame.module.css";

type PanelFrameProps = {
  title: string;
  /** The URL that closing navigates to. */
  closeTo: string;
  /** Selector of the element that gets the focus on close. */
  opener: string;
  children: ReactNode;
};

/**
 * A panel beside the table. It takes the focus when it opens and returns it
 * when it closes.
 */
export function PanelFrame(props: PanelFrameProps) {
  const { title, closeTo, opener, children } = props;
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEscape(panel, closeTo);
  useEffect(() => {
    heading.current?.focus();
    return () => returnFocus(document.querySelector(opener));
  }, [opener]);
  return (
    <aside ref={panel} className={styles.panel} aria-label={title}>
      <title>{titleOf(title)}</title>
      <header className={styles.header}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Link className={buttonClass("quiet")} to={closeTo}>
          Close
        </Link>
      </header>
      {children}
    </aside>
  );
}

/** Closes the panel on Escape while the focus is inside it. */
function useEscape(panel: RefObject<HTMLElement | null>, closeTo: string) {
  const navigate = useNavigate();
  useEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isInDialog =
        event.target instanceof Element && event.target.closest("dialog");
      if (event.key === "Escape" && !isInDialog) void navigate(closeTo);
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  }, [panel, closeTo, navigate]);
}
