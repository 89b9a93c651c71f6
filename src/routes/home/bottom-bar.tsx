import { useEffect, useState } from "react";
import { classNames } from "../../ui/class-names";
import { RegistrationCall } from "../../ui/registration-call";
import styles from "./bottom-bar.module.css";

/**
 * On phones, the first screen's button for as long as neither it nor the final call is in sight; the footer comes after
 * that. A copy for fingers: screen readers and the keyboard have the two others.
 */
export function BottomBar() {
  const isShown = useBetweenCalls();
  return (
    <div
      className={classNames(styles.bar, isShown && styles.shown)}
      aria-hidden="true"
    >
      <RegistrationCall toDashboard tabIndex={-1} />
    </div>
  );
}

/** Whether the page is scrolled to where neither call can be seen. */
function useBetweenCalls(): boolean {
  const [inSight, setInSight] = useState({ hero: true, end: true });
  useEffect(() => {
    const watch = (
      part: keyof typeof inSight,
      selector: string,
      rootMargin = "0px",
    ) => {
      const observer = new IntersectionObserver(
        ([entry]) =>
          setInSight((before) => ({
            ...before,
            [part]: entry?.isIntersecting === true,
          })),
        { rootMargin },
      );
      const element = document.querySelector(selector);
      if (element !== null) observer.observe(element);
      return observer;
    };
    const observers = [
      watch("hero", "[data-hero-call]"),
      // From the final call on, however far down.
      watch("end", "[data-final-call]", "1000000px 0px 0px"),
    ];
    return () => {
      for (const observer of observers) observer.disconnect();
    };
  }, []);
  return !inSight.hero && !inSight.end;
}
