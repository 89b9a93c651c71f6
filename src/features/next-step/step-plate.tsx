import type { ReactNode } from "react";
import styles from "./next-step.module.css";

/** A sentence, and the button that follows from it. */
export function StepPlate({
  label = "Your next step",
  sentence,
  children,
}: {
  label?: string;
  sentence: string;
  children: ReactNode;
}) {
  return (
    <section
      className={`plate plate-lit row gap-3 gap-x-4 items-center ${styles.step}`}
      aria-label={label}
    >
      <p className="measure tight text-l">{sentence}</p>
      {children}
    </section>
  );
}
