import { trimmed } from "./pasted";

/** More combining marks in a row than any script puts on one letter. */
const EXCESSIVE_MARKS = /(\p{M}{10})\p{M}+/gu;

/**
 * Normalises a name or title: one line, trimmed, also of what nobody sees, each run of
 * white space reduced to a space.
 */
export function tidyLine(text: string): string {
  return trimmed(composed(text).replace(/\s+/gu, " "));
}

/** Normalises a longer text: trimmed, with "\n" for every line break. */
export function tidyText(text: string): string {
  return composed(text).replace(/\r\n?/gu, "\n").trim();
}

/**
 * Composes letters with their marks. The time that `normalize` takes is quadratic
 * in the length of a run of marks, so the excess is cut first.
 */
function composed(text: string): string {
  return wellFormed(text).replace(EXCESSIVE_MARKS, "$1").normalize("NFC");
}

/**
 * Replaces halves of surrogate pairs by U+FFFD, as encoders of UTF-8 do. Convex Cloud
 * takes no such string, so one would keep a backup from being imported there.
 */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/**
 * Returns true if the text has no visible character. Some letters and symbols are
 * blank too: the Hangul fillers, which Unicode lets programs ignore, the Braille pattern
 * without dots, and the musical null notehead.
 */
export function isBlank(text: string): boolean {
  return !/[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(
    text,
  );
}

/** Characters that look like others, and those. */
const ALIKE = [
  "аеорсухіѕјвкмнтαβεζηικμνορτυχı01l|",
  "aeopcyxisjbkmhtabezhikmnoptyxioiii",
] as const;

/** Returns what names that look alike have in common, whatever their case, spaces, marks and alphabets. */
export function lookOf(name: string): string {
  const shown = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{C}\p{Z}\p{P}\p{Default_Ignorable_Code_Point}]/gu, "");
  const look = Array.from(shown, (it) => ALIKE[1][ALIKE[0].indexOf(it)] ?? it);
  return look.join("") || name;
}

/**
 * Returns the names, those that look alike with a mark each: "Twin · 2". A mark is made
 * from whose name it is and its number among them, from 1; an empty one adds nothing.
 * `look` saves computing it.
 */
export function toldApart<T extends { name: string; look?: string }>(
  all: readonly T[],
  markOf: (one: T, nth: number) => string,
): string[] {
  const looks = all.map(({ name, look = lookOf(name) }) => look);
  const counts = new Map<string, number>();
  for (const look of looks) counts.set(look, (counts.get(look) ?? 0) + 1);
  const nths = new Map<string, number>();
  return all.map((one, index) => {
    const look = looks[index] ?? "";
    const nth = 1 + (nths.get(look) ?? 0);
    nths.set(look, nth);
    const mark = counts.get(look) === 1 ? "" : markOf(one, nth);
    return mark === "" ? one.name : `${one.name} · ${mark}`;
  });
}

/**
 * Formats a time to wait, rounded up so that it is long enough: "40 seconds",
 * "6 minutes".
 */
export function durationInWords(seconds: number): string {
  if (seconds <= 60) return counted(Math.ceil(seconds), "second");
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return counted(minutes, "minute");
  return counted(Math.ceil(minutes / 60), "hour");
}

/** "1 team", "2 teams". */
export function counted(count: number, unit: string, units = `${unit}s`) {
  return `${count} ${count === 1 ? unit : units}`;
}

/** A receipt as it is read aloud: "1234 5678". */
export function shownReceipt(receipt: number): string {
  return String(receipt).replace(/(\d{4})(?=\d)/gu, "$1 ");
}

/** Escapes text for HTML. People choose their names, so a name may contain markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/**
 * A path of this site or an https URL. Browsers treat `/\` as `//`, which leads
 * to another site.
 */
const SAFE_ADDRESS = /^(?:\/(?![/\\])|https:\/\/[^\s/])\S*$/iu;

/**
 * Returns true if a link to this address can neither run a script nor lead to a
 * site without encryption.
 */
export function isSafeAddress(address: string): boolean {
  return SAFE_ADDRESS.test(address);
}

/** Returns a name as it stands in file names and ids: small letters, digits and hyphens. */
export function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]+/gu, "-");
}
