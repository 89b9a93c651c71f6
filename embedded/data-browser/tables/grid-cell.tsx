import type { Value } from "convex/values";
import { useState } from "react";
import type { FieldRule } from "../values/validator";
import { sameValue } from "../values/same-value";
import { CellValue } from "./cell-value";
import styles from "./document-grid.module.css";

/** A cell that flashes when its value changes while it is there. */
export function GridCell(props: { value: Value | undefined; rule: FieldRule }) {
  const { value, rule } = props;
  const [seen, setSeen] = useState({ value, changes: 0 });
  const isChanged = seen.value !== value && !sameValue(seen.value, value);
  if (isChanged) setSeen({ value, changes: seen.changes + 1 });
  return (
    <td>
      <div
        // Drawn anew, so that the flash begins again.
        key={seen.changes}
        className={seen.changes > 0 ? styles.changed : styles.still}
      >
        <CellValue value={value} rule={rule} />
      </div>
    </td>
  );
}
