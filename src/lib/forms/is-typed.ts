import { wantedAddress } from "../connection/host";

/** Ticks are few and soon given again, and many are saved at once. */
const TEXTS = "input:not([type=checkbox], [type=radio]), textarea";

/**
 * Whether a field has text that a new load would lose; those of a page that is being left do not count, and neither does
 * what this device keeps as it is typed (`data-lasting`).
 */
export function isTyped(): boolean {
  const isLeaving = wantedAddress() !== undefined;
  const fields = document.querySelectorAll<
    HTMLInputElement | HTMLTextAreaElement
  >(TEXTS);
  return [...fields].some(
    (field) =>
      field.value !== field.defaultValue &&
      !field.closest("[data-lasting]") &&
      !(isLeaving && field.closest("main")),
  );
}
