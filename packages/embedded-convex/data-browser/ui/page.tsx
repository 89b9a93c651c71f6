import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { titleOf } from "./site";
import styles from "./page.module.css";

/** A page with its heading, actions and document title. */
export function Page({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <title>{titleOf(title)}</title>
      <header className={classNames("row", styles.header)}>
        <h1>{title}</h1>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
