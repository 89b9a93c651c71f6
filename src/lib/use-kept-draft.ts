import { useEffect, type RefObject } from "react";
import { keepAnswer, keptAnswer, keptKey } from "./session/kept-store";
import { valuesOf, type FormValues } from "./use-form";

/**
 * Keeps what is typed into a form on this device until it is sent or the session ends: phones throw away pages that they
 * do not show. Its fields are uncontrolled, and the form has `data-lasting`.
 * @param about names what is written; nothing is kept without it
 * @returns forgets what is kept
 */
export function useKeptDraft(
  ref: RefObject<HTMLFormElement | null>,
  about: string | undefined,
): () => void {
  const key =
    about === undefined ? undefined : keptKey("form:typed", { about });
  useEffect(() => {
    const form = ref.current;
    if (form === null || key === undefined) return;
    const kept = keptAnswer(key)?.data as FormValues | null | undefined;
    if (kept) {
      putBack(form, kept);
      // For what follows the fields: a preview.
      form.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const keep = () => keepAnswer(key, valuesOf(form));
    form.addEventListener("input", keep);
    return () => form.removeEventListener("input", keep);
  }, [ref, key]);
  return () => {
    if (key !== undefined) keepAnswer(key, null);
  };
}

function putBack(form: HTMLFormElement, values: FormValues) {
  const fields = form.querySelectorAll<HTMLInputElement>(
    "input, textarea, select",
  );
  for (const field of fields) {
    const value = values[field.name];
    if (field.type === "radio") field.checked = field.value === value;
    else if (typeof value === "boolean") field.checked = value;
    else if (typeof value === "string") field.value = value;
  }
}
