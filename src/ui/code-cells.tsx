import { classNames } from "./class-names";
import styles from "./code-cells.module.css";
import { VisuallyHidden } from "./visually-hidden";

/** A short code, one character to a cell, as a lobby shows it. */
export function CodeCells({ code }: { code: string }) {
  return (
    <span className={styles.code}>
      <VisuallyHidden>{code}</VisuallyHidden>
      {Array.from(code, (character, position) => (
        <span
          key={position}
          className={classNames("plate", styles.cell)}
          aria-hidden="true"
        >
          {character}
        </span>
      ))}
    </span>
  );
}
