import styles from "./form-notice.module.css";
import { WarningIcon } from "./icons";

/** The refusal of a whole form. Not a live region: the toast announces it. */
export function FormNotice({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <div className={styles.notice}>
      <WarningIcon />
      {children}
    </div>
  );
}
