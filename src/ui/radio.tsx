import type { ComponentProps, ReactNode } from "react";
import styles from "./field.module.css";

/** One of several answers, of which one is chosen. */
export function Radio({
  children,
  ...input
}: { children: ReactNode } & Omit<
  ComponentProps<"input">,
  "className" | "type"
>) {
  return (
    <label className={`flex gap-3 items-center target ${styles.radio}`}>
      <input {...input} type="radio" />
      <span>{children}</span>
    </label>
  );
}
