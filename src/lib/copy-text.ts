/** Copies a text, also without the clipboard API (plain HTTP on a local network); returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/**
 * Copies a text once `done` resolves; rejects if it rejects. Safari copies only what it was promised while the press was
 * handled.
 */
export async function copyTextAfter(done: Promise<unknown>, text: string) {
  try {
    const content = done.then(() => new Blob([text], { type: "text/plain" }));
    const item = new ClipboardItem({ "text/plain": content });
    await navigator.clipboard.write([item]);
    return true;
  } catch {
    await done;
    return copyText(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
