import { useId, type ReactNode } from "react";
import styles from "./field.module.css";
import { WarningIcon } from "./tool-icons";

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean;
};

export type ControlProps = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

/** Connects a label, hint and error to a control. */
export function Field({
  label,
  hint,
  error,
  isOptional = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { hintId, errorId, control } = useFieldIds(hint, error);
  return (
    <div className={`stack gap-2 min-w-0 ${styles.field}`} data-field>
      <label
        className="flex gap-3 justify-between strong text-s"
        htmlFor={control.id}
      >
        <span>{label}</span>
        {isOptional && <span className={styles.optional}>Optional</span>}
      </label>
      <div className={`plate flex ${styles.control}`}>{children(control)}</div>
      <FieldError id={errorId} error={error} />
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function useFieldIds(hint: ReactNode, error: string | undefined) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [
    error !== undefined && errorId,
    hint !== undefined && hintId,
  ].filter((name) => name !== false);
  const control: ControlProps = {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": describedBy.join(" ") || undefined,
  };
  return { hintId, errorId, control };
}

export function FieldError({
  id,
  error,
}: {
  id: string | undefined;
  error: string | undefined;
}) {
  if (error === undefined) return null;
  return (
    <p id={id} className={`flex gap-2 hot-text tight text-s ${styles.error}`}>
      <WarningIcon />
      <span>{error}</span>
    </p>
  );
}
