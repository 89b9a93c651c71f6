/** How long the browser gets to begin with the file. */
const GRACE_MS = 60_000;

/** Gives the browser a file to keep. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), GRACE_MS);
}
