import { Written } from "./written";
import styles from "./fitted.module.css";

/**
 * A name in display type. If its longest word is wider than the container, the size shrinks before the word breaks.
 * @param lines how many it should take at most; without a limit, as many as it has words
 */
export function Fitted({
  lines = Infinity,
  children,
}: {
  lines?: number;
  children: string;
}) {
  const ems = { ["--ems" as string]: leastEms(children, lines) };
  return (
    <span className={styles.place}>
      <span className={styles.words} style={ems}>
        <Written>{children}</Written>
      </span>
    </span>
  );
}

/** Widths of the display font's capitals, rounded up, and of fonts for scripts that it lacks. */
const NARROW = 0.3;
const SLIM = 0.4;
const USUAL = 0.5;
const WIDE = 0.7;
const FOREIGN = 1.1;

/** An upper estimate of the width of a text's longest word, and of its share of the lines. */
function leastEms(text: string, lines: number): number {
  const capitals = text.toUpperCase();
  const words = capitals.split(/[\s-]+/u).map(widthInEms);
  return Math.max(1, widthInEms(capitals) / lines, ...words);
}

function widthInEms(word: string): number {
  return Array.from(word, widthOf).reduce((sum, width) => sum + width, 0);
}

function widthOf(letter: string): number {
  if (/\p{Nonspacing_Mark}/u.test(letter)) return 0;
  if (/\p{Spacing_Mark}/u.test(letter)) return WIDE;
  if (/[IJ1.,:;'’!|()]/u.test(letter)) return NARROW;
  if (/[CEFLSTZ2357_]/u.test(letter)) return SLIM;
  if (!/[\p{Script=Latin}!-~]/u.test(letter)) return FOREIGN;
  return /[MW@%&]/u.test(letter) ? WIDE : USUAL;
}
