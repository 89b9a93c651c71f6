import { useEffect, useId, useRef, type ReactNode } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { returnFocus } from "./focus";
import styles from "./dialog.module.css";

/**
 * A native modal dialog, open while it is rendered: the browser traps the
 * focus, Escape calls `onClose`, and the focus returns to the opener. The button
 * that closes it comes first, before `action`.
 */
export function Dialog({
  onClose,
  title,
  children,
  closing,
  action,
}: {
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The label of the button that closes it. */
  closing: string;
  action: ReactNode;
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
      <div className={classNames("row", styles.actions)}>
        <Button onClick={onClose}>{closing}</Button>
        {action}
      </div>
    </dialog>
  );
}
