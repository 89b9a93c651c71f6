import { Toaster as Sonner } from "sonner";
import sonnerStyles from "sonner/dist/styles.css?url";
import { CheckIcon, WarningIcon } from "./tool-icons";
import styles from "./toaster.module.css";

const OFFSET = { top: 0, right: 0, bottom: 0, left: 0 };

/**
 * At most 20 toasts, in a polite live region. They are over the empty middle of the bar, on a phone over all of it but
 * the menu's button. The control that the reader needs next, a refused field or the pressed button, is scrolled below
 * the first of them.
 */
export function Toaster() {
  return (
    <>
      <link rel="stylesheet" href={sonnerStyles} precedence="low" />
      <Sonner
        position="top-center"
        offset={OFFSET}
        mobileOffset={OFFSET}
        visibleToasts={20}
        expand
        gap={8}
        icons={{ success: <CheckIcon />, error: <WarningIcon /> }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast: `screen-only flex gap-3 items-center ${styles.toast}`,
            success: styles.success,
            error: styles.error,
          },
        }}
      />
    </>
  );
}
