/** How long the browser gets to begin with a download. */
const GRACE_MS = 60_000;

/** Lets the browser save something under a name, as if it had been downloaded. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), GRACE_MS);
}
