type TypedIn = HTMLInputElement | HTMLTextAreaElement;

/**
 * To be called when a form is sent.
 * @returns a function that resets its fields, except those that were changed since then
 */
export function clearLater(form: HTMLFormElement): () => void {
  const fields = [...form.querySelectorAll<TypedIn>("input, textarea")];
  const sent = fields.map(stateOf);
  return () =>
    fields.forEach((field, index) => {
      if (stateOf(field) !== sent[index]) return;
      if (isChoice(field)) field.checked = field.defaultChecked;
      else field.value = field.defaultValue;
    });
}

function stateOf(field: TypedIn): string | boolean {
  return isChoice(field) ? field.checked : field.value;
}

function isChoice(field: TypedIn): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}
