import { Toaster as Sonner } from "sonner";
import sonnerStyles from "sonner/dist/styles.css?url";
import { CheckIcon, WarningIcon } from "./icons";
import styles from "./toaster.module.css";

/**
 * At most 20 toasts, in a polite live region. They cover the bar at the top, and nothing else: what their reader needs
 * next, a refused field or the button that was pressed, is below it.
 */
export function Toaster() {
  return (
    <>
      <link rel="stylesheet" href={sonnerStyles} precedence="low" />
      <Sonner
        position="top-center"
        offset={0}
        mobileOffset={0}
        visibleToasts={20}
        expand
        gap={8}
        icons={{ success: <CheckIcon />, error: <WarningIcon /> }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast: styles.toast,
            success: styles.success,
            error: styles.error,
          },
        }}
      />
    </>
  );
}
