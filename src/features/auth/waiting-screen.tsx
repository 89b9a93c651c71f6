import { Mark } from "../../ui/logo";
import { NeedsScript } from "../../ui/needs-script";
import styles from "./waiting-screen.module.css";
import type { Elements } from "../../ui/elements";

/** A screen that people only pass through, such as `/google`. */
export function WaitingScreen({
  title,
  status,
  children,
}: {
  title: string;
  status: string;
  children?: Elements;
}) {
  return (
    <div className={`stack gap-5 ${styles.screen}`}>
      <Mark className={styles.mark} />
      <div className={`stack gap-3 soft ${styles.words}`}>
        <h1>{title}</h1>
        <output>{status}</output>
      </div>
      {children}
      <NeedsScript>This page</NeedsScript>
    </div>
  );
}
