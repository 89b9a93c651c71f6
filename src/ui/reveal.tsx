import { useEffect, useRef, type ComponentProps } from "react";
import { onSeen } from "../lib/on-seen";
import { classNames } from "./class-names";
import styles from "./reveal.module.css";

/**
 * A section that animates in once a tenth of it is visible; parts marked `data-enter` follow one after the other. It is
 * visible at once if it is on screen when the page opens, without JavaScript, in print, and with reduced motion.
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
