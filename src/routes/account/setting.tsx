import { useId, type ReactNode } from "react";
import { Panel } from "../../ui/panel";
import styles from "./account.module.css";

/** One thing that can be done with an account, and what it means. */
export function Setting({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Panel aria-labelledby={id}>
      <div className={styles.setting}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </Panel>
  );
}
