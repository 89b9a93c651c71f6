import { wantedAddress } from "./line";

/** Whether a field has text that a new load would lose; those of a page that is being left do not count. */
export function isTyped(): boolean {
  const isLeaving = wantedAddress() !== undefined;
  const fields = document.querySelectorAll<
    HTMLInputElement | HTMLTextAreaElement
  >("input, textarea");
  return [...fields].some(
    (field) => isChanged(field) && !(isLeaving && field.closest("main")),
  );
}

/** The value of a box is "on", whatever its default. */
function isChanged(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return "checked" in field && /^(checkbox|radio)$/u.test(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}
