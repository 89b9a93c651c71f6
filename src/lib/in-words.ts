/** A small number as sentences have it: "four". */
export function inWords(count: number): string {
  return "no one two three four five six".split(" ")[count] ?? `${count}`;
}
