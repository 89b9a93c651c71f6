const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letters of a name's first and last word. */
export function initialsOf(name: string): string {
  const words = name.split(" ").filter((word) => word !== "");
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen
    .map((word) => Array.from(letters.segment(word ?? ""))[0]?.segment ?? "")
    .join("")
    .toUpperCase();
}
