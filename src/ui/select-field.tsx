import { Field } from "./field";
import styles from "./select-field.module.css";

/** A select field; the first option means none, if `none` says so. */
export function SelectField({
  label,
  none,
  options,
  value,
  defaultValue,
  name,
  onChange,
}: {
  label: string;
  none?: string;
  options: readonly { value: string; label: string }[];
  /** Empty for none; without it, the form keeps the value. */
  value?: string;
  defaultValue?: string;
  name: string;
  onChange?: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          name={name}
          className={styles.select}
          value={value}
          defaultValue={defaultValue}
          onChange={onChange && ((event) => onChange(event.target.value))}
        >
          {none !== undefined && <option value="">{none}</option>}
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
