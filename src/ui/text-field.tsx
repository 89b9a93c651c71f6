import { useState, type ComponentProps } from "react";
import { classNames } from "./class-names";
import { Field, FieldError, useFieldIds, type FieldProps } from "./field";
import styles from "./field.module.css";

/** Long texts are refused with their limit: with `maxLength`, browsers cut what is pasted and do not say so. */
type InputProps = Omit<
  ComponentProps<"input">,
  "className" | "id" | "maxLength"
>;

export function TextField({
  label,
  hint,
  error,
  isOptional,
  isCode = false,
  ...input
}: FieldProps & InputProps & { isCode?: boolean }) {
  return (
    <Field {...{ label, hint, error, isOptional }}>
      {(control) => (
        <input
          required={isOptional !== true}
          {...input}
          {...control}
          className={classNames(styles.input, isCode && styles.code)}
        />
      )}
    </Field>
  );
}

export function PasswordField({
  label,
  hint,
  error,
  ...input
}: FieldProps & { label: string } & Omit<InputProps, "type">) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <>
          <input
            required
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={styles.input}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? "Hide" : "Show"}
          </button>
        </>
      )}
    </Field>
  );
}

/** Without `maxLength`, as `TextField`. */
export function TextArea({
  label,
  hint,
  error,
  isOptional,
  ...textarea
}: FieldProps &
  Omit<ComponentProps<"textarea">, "className" | "id" | "maxLength">) {
  return (
    <Field {...{ label, hint, error, isOptional }}>
      {(control) => (
        <textarea
          required={isOptional !== true}
          {...textarea}
          {...control}
          className={styles.input}
        />
      )}
    </Field>
  );
}

export function Checkbox({
  label,
  hint,
  error,
  ...input
}: FieldProps & InputProps) {
  const { hintId, errorId, control } = useFieldIds(hint, error);
  return (
    <div className={`grid items-start text-s ${styles.check}`} data-field>
      <input {...input} {...control} type="checkbox" className={styles.box} />
      <label htmlFor={control.id}>{label}</label>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}
