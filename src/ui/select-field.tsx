import type { ComponentProps } from "react";
import { Field } from "./field";
import styles from "./select-field.module.css";

/** A value, and how it is called. */
export type Option = readonly [value: string, label: string];

/** A select field; the first option means none, if `none` says so. */
export function SelectField({
  label,
  hint,
  none,
  options,
  onChange,
  ...select
}: {
  label: string;
  hint?: string | undefined;
  none?: string;
  options: readonly Option[];
  onChange?: (value: string) => void;
} & Pick<ComponentProps<"select">, "name" | "value" | "defaultValue">) {
  return (
    <Field {...{ label, hint }}>
      {(control) => (
        <select
          {...control}
          {...select}
          className={`min-w-0 target grow ${styles.select}`}
          onChange={onChange && ((event) => onChange(event.target.value))}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
