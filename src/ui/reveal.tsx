import { useEffect, useRef, type ComponentProps } from "react";
import { onSeen } from "../lib/on-seen";
import { classNames } from "./class-names";
import styles from "./reveal.module.css";

/**
 * A section that enters once, when a tenth of it is on screen. What is in sight when the page opens simply is
 * there, and so is everything without script, in print, and for those who asked for calm.
 * Parts marked `data-enter` come one after the other.
 */
export function Reveal({ className, ...rest }: ComponentProps<"section">) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const section = ref.current;
    if (section === null) return;
    return onSeen(
      section,
      () => delete section.dataset.away,
      () => (section.dataset.away = "true"),
    );
  }, []);
  return (
    <section
      {...rest}
      ref={ref}
      className={classNames(styles.reveal, className)}
    />
  );
}
