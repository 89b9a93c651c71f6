import styles from "./fitted.module.css";

/** A name in display type. Where its longest word is wider than its place, the size gives way before the word breaks. */
export function Fitted({ children }: { children: string }) {
  const ems = { ["--ems" as string]: longestWordInEms(children) };
  return (
    <span className={styles.place}>
      <span className={styles.words} style={ems}>
        {children}
      </span>
    </span>
  );
}

/** Widths of the display face's capitals, rounded up, and of what stands in for the scripts that it does not have. */
const NARROW = 0.3;
const SLIM = 0.4;
const USUAL = 0.5;
const WIDE = 0.7;

/** About how wide a text's longest word is at most. */
export function longestWordInEms(text: string): number {
  const words = text.toUpperCase().split(/[\s-]+/u);
  return Math.max(1, ...words.map(widthInEms));
}

function widthInEms(word: string): number {
  return Array.from(word, widthOf).reduce((sum, width) => sum + width, 0);
}

function widthOf(letter: string): number {
  if (/\p{Mark}/u.test(letter)) return 0;
  if (/[IJ1.,:;'’!|()]/u.test(letter)) return NARROW;
  if (/[CEFLSTZ2357_]/u.test(letter)) return SLIM;
  return /[MW@%&]/u.test(letter) || !/[\p{Script=Latin}!-~]/u.test(letter)
    ? WIDE
    : USUAL;
}
