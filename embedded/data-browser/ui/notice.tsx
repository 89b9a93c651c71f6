import type { ReactNode } from "react";
import { classNames } from "./class-names";
import styles from "./notice.module.css";

/** A sentence that matters, in a box; `hot` ones are read out at once. */
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
