import { Toaster as Sonner } from "sonner";
import sonnerStyles from "sonner/dist/styles.css?url";
import { CheckIcon, WarningIcon } from "./icons";
import styles from "./toaster.module.css";

/** Where toasts appear: at most 20, newest nearest the thumb; the region is announced politely. */
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
