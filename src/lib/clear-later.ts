type TypedIn = HTMLInputElement | HTMLTextAreaElement;

/**
 * To be called when a form is sent.
 * @returns a function that empties its fields, except those in which something was typed since then
 */
export function clearLater(form: HTMLFormElement): () => void {
  const fields = [...form.querySelectorAll<TypedIn>("input, textarea")];
  const sent = fields.map(({ value }) => value);
  return () =>
    fields.forEach((field, index) => {
      if (field.value === sent[index]) field.value = "";
    });
}
