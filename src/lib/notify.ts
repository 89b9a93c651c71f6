import { bringIntoSight } from "./focus/bring-into-sight";
import { never } from "./connection/load-part";

type Kind = "message" | "error" | "success";
type Library = typeof import("sonner");

/** Loaded with the first toast; undefined before. */
let library: Promise<Library> | undefined;

/** Toasts. A toast replaces an equal one, and a success removes earlier errors. */
export const notify = {
  plain: (message: string) => show("message", message, 4_000),
  error: (message: string) => show("error", message, 4_000),
  success: (message: string) => {
    show("success", message, 2_000);
    notify.endErrors();
  },
  /** Removes the errors. Called when someone tries again. */
  endErrors: () => dismiss(({ type }) => type === "error"),
};

function show(kind: Kind, message: string, duration: number): void {
  // Not updated in place: a live region only reads new toasts.
  dismiss(({ title }) => title === message);
  library ??= import("sonner").catch(never);
  // The toaster is loaded when the page is used.
  dispatchEvent(new Event("used"));
  void library.then(({ toast }) => {
    toast[kind](message, { duration });
    if (kind === "error") keepClear(document.activeElement);
  });
}

type Shown = { type?: string | undefined; title?: unknown };

function dismiss(isOver: (shown: Shown) => boolean): void {
  void library?.then(({ toast }) => {
    for (const shown of toast.getToasts()) {
      if ("title" in shown && isOver(shown)) toast.dismiss(shown.id);
    }
  });
}

/** Scrolls the focused control out from under the toasts; controls have a scroll margin for this. */
function keepClear(focused: Element | null): void {
  const control = focused?.closest("button, a, [data-field]");
  if (!control) return;
  const { top, bottom } = control.getBoundingClientRect();
  const isInSight = bottom > 0 && top < innerHeight;
  if (isInSight) bringIntoSight(control);
}
