import type { ReactNode } from "react";
import { classNames } from "./class-names";
import styles from "./notice.module.css";

/** A boxed message; screen readers announce a `hot` one at once. */
export function Notice({
  tone = "plain",
  children,
}: {
  tone?: "plain" | "hot";
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(styles.notice, styles[tone])}
      role={tone === "hot" ? "alert" : undefined}
    >
      {children}
    </div>
  );
}
