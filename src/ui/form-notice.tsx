import styles from "./form-notice.module.css";
import { WarningIcon } from "./icons";

/** Why a whole form was refused, until it is sent again; the toast has said it aloud. Nothing without words. */
export function FormNotice({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <div className={styles.notice}>
      <WarningIcon />
      {children}
    </div>
  );
}
