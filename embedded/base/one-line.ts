const MAX_LENGTH = 16 * 1024;

/**
 * Makes one line of a text for the log. Parts of it come from clients, so it is
 * cut, and takes no longer than its length whatever is in it.
 */
export function oneLine(text: string): string {
  const lines = text.slice(0, MAX_LENGTH).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" | ");
}
