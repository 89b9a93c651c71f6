import { useEffect, useState } from "react";
import { classNames } from "../../ui/class-names";
import { RegistrationCall } from "../../ui/registration-call";
import styles from "./bottom-bar.module.css";

/**
 * On phones, a copy of the first screen's button while neither that nor the final call is in view. For touch only:
 * screen readers and keyboards have the other two.
 */
export function BottomBar() {
  const isShown = useBetweenCalls();
  return (
    <div
      className={classNames("screen-only hidden", isShown && styles.shown)}
      aria-hidden="true"
    >
      <RegistrationCall toDashboard tabIndex={-1} />
    </div>
  );
}

/** Whether the page is scrolled to where neither call is in view. */
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
