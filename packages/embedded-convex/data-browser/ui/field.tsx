import { useId, type ReactNode } from "react";
import { classNames } from "./class-names";
import styles from "./field.module.css";

/** Attributes that connect a control with its label, hint and error. */
export type ControlProps = {
  id: string;
  className: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** For labels that the visual context makes redundant. */
  isLabelHidden?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** A control with its label, hint and error. */
export function Field(props: FieldProps) {
  const { label, hint, error, isLabelHidden = false, children } = props;
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [
    error !== undefined && errorId,
    hint !== undefined && hintId,
  ].filter((name) => name !== false);
  return (
    <div className={styles.field}>
      <label
        htmlFor={id}
        className={classNames(styles.label, isLabelHidden && "visually-hidden")}
      >
        {label}
      </label>
      {error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {children({
        id,
        className: styles.control ?? "",
        "aria-invalid": error !== undefined,
        "aria-describedby": described.join(" ") || undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
