import styles from "./form-notice.module.css";
import { WarningIcon } from "./tool-icons";
import { NeedsScript } from "./needs-script";

/** The error of a dialog, shown inside it, because a toast would be under it. */
export function DialogTrouble({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="no-room">
      {children !== undefined && <FormNotice>{children}</FormNotice>}
    </div>
  );
}

/** The refusal of a whole form. Not a live region: the toast announces it. Without scripts: that it cannot be sent. */
export function FormNotice({ children }: { children: string | undefined }) {
  if (children === undefined) return <NeedsScript>This form</NeedsScript>;
  return (
    <div className={`flex gap-3 hot-text tight text-s inset ${styles.notice}`}>
      <WarningIcon />
      <span>{children}</span>
    </div>
  );
}
