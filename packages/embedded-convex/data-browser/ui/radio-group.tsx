import { useId } from "react";
import styles from "./radio-group.module.css";

type RadioGroupProps<Name extends string> = {
  label: string;
  options: readonly { value: Name; label: string }[];
  value: Name;
  onValue: (value: Name) => void;
};

/** A labelled group of radio buttons. */
export function RadioGroup<Name extends string>(props: RadioGroupProps<Name>) {
  const { label, options, value, onValue } = props;
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
