import { useEffect, useId, useRef } from "react";
import {
  CONNECTION_LOST,
  useConnectionLost,
} from "../lib/connection/connection";
import styles from "./dialog.module.css";
import { Fitted } from "./fitted";
import type { Elements } from "./elements";

/**
 * A native modal dialog. The first control of `actions` is the safe answer, because it gets the focus. It covers the
 * page's toasts and notices and hides them from screen readers, so its own messages are inside it, including that of a
 * lost connection.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: Elements;
  /** Omitted if the actions are part of a form, which ends with `DialogActions`. */
  actions?: Elements;
}) {
  const titleId = useId();
  const ref = useDialog(isOpen);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      // React passes on the event of a dialog inside.
      onClose={({ target }) => target === ref.current && onClose()}
    >
      {isOpen && (
        <div className={`plate flex ${styles.body}`}>
          <LineNotice />
          <div className={`stack gap-5 ${styles.content}`}>
            <h2 id={titleId}>
              <Fitted>{title}</Fitted>
            </h2>
            {children}
            {actions && <DialogActions>{actions}</DialogActions>}
          </div>
        </div>
      )}
    </dialog>
  );
}

function LineNotice() {
  const isLost = useConnectionLost();
  return (
    <output className={`signal-text tight text-s rigid ${styles.line}`}>
      {isLost && CONNECTION_LOST}
    </output>
  );
}

export function DialogActions({ children }: { children: Elements }) {
  return <div className={`row gap-3 ${styles.actions}`}>{children}</div>;
}

/** Stops the page behind from scrolling (`base.css`). The oldest browsers have no `:has`. */
function holdPage() {
  const { dataset, clientWidth } = document.documentElement;
  if (document.querySelector("dialog:modal") === null) delete dataset.held;
  else dataset.held ??= innerWidth > clientWidth ? "with scrollbar" : "";
}

export function useDialog(isOpen: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog?.open === false) dialog.showModal();
    if (!isOpen && dialog?.open === true) dialog.close();
    holdPage();
    return holdPage;
  }, [isOpen]);
  return ref;
}
