import { Field } from "./field";
import styles from "./select-field.module.css";

/** A select field; the first option means none. */
export function SelectField({
  label,
  none,
  options,
  value,
  name,
  onChange,
}: {
  label: string;
  none: string;
  options: readonly { value: string; label: string }[];
  /** Empty for none. */
  value: string;
  name: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          name={name}
          className={styles.select}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{none}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
