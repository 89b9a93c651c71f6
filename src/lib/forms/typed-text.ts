/** The value of a form's field; empty if there is no such field. */
export function typedText(form: HTMLFormElement | null, name: string): string {
  const typed = form === null ? null : new FormData(form).get(name);
  return typeof typed === "string" ? typed : "";
}
