import { Toaster as Sonner } from "sonner";
import sonnerStyles from "sonner/dist/styles.css?url";
import { CheckIcon, WarningIcon } from "./icons";
import styles from "./toaster.module.css";

/** At most 20 toasts, in a polite live region. */
export function Toaster() {
  return (
    <>
      <link rel="stylesheet" href={sonnerStyles} precedence="low" />
      <Sonner
        position="bottom-right"
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
