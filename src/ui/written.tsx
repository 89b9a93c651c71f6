/** By the letters that a text begins with. Latin ones tell no language. */
const LANGUAGES: readonly [RegExp, string][] = [
  [/\p{Script=Devanagari}/u, "hi"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Telugu}/u, "te"],
  [/\p{Script=Bengali}/u, "bn"],
  [/\p{Script=Gujarati}/u, "gu"],
  [/\p{Script=Gurmukhi}/u, "pa"],
  [/\p{Script=Kannada}/u, "kn"],
  [/\p{Script=Malayalam}/u, "ml"],
  [/\p{Script=Oriya}/u, "or"],
  [/\p{Script=Arabic}/u, "ur"],
];

/** Attributes for what a person has written: the direction it runs in, and the language for screen readers. */
export function written(text: string): { dir: "auto"; lang?: string } {
  const letter = /\p{L}/u.exec(text)?.[0] ?? "";
  const lang = LANGUAGES.find(([letters]) => letters.test(letter))?.[1];
  return { dir: "auto", ...(lang && { lang }) };
}

/** What a person has written, in a line of ours, whose order it does not change. */
export function Written({ children }: { children: string }) {
  return <bdi {...written(children)}>{children}</bdi>;
}
