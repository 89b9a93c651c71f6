import { useEffect, useId, useRef, type ReactNode } from "react";
import { returnFocus } from "./focus";
import styles from "./dialog.module.css";

/**
 * A native modal dialog: the browser keeps focus inside, closes on Escape and
 * returns focus to where it was. It is open as long as it is drawn. The first
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
