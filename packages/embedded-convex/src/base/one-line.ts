const MAX_LENGTH = 16 * 1024;

/**
 * Joins the lines of a text with ` | ` for the log. Texts may come from
 * clients, so the input is cut to `MAX_LENGTH` and the work is linear in its
 * length.
 */
export function oneLine(text: string): string {
  const lines = text.slice(0, MAX_LENGTH).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" | ");
}
