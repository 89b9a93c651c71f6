import { useEffect, useId, useRef, type ReactNode } from "react";
import { returnFocus } from "./focus";
import styles from "./dialog.module.css";

/**
 * A native modal dialog, open while it is rendered: the browser traps the
 * focus, Escape calls `onClose`, and the focus returns to the opener. The first
 * control in `actions` is the safe one.
 */
export function Dialog({
  onClose,
  title,
  children,
  actions,
}: {
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      returnFocus(opener);
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}
