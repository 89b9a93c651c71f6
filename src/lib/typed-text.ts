/** What somebody has typed into a form's field; empty for a field that is not there. */
export function typedText(form: HTMLFormElement | null, name: string): string {
  const typed = form === null ? null : new FormData(form).get(name);
  return typeof typed === "string" ? typed : "";
}
