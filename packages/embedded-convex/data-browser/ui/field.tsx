import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./class-names";
import styles from "./field.module.css";

/** Attributes that connect a control with its label, hint and error. */
export type ControlProps = {
  id: string;
  className: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

type LabelProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** For labels that the visual context makes redundant. */
  isLabelHidden?: boolean;
};

/** A control with its label, hint and error. */
export function Field(
  props: LabelProps & { children: (control: ControlProps) => ReactNode },
) {
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
        className={classNames("strong", isLabelHidden && "visually-hidden")}
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
        <p id={hintId} className="note">
          {hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = LabelProps &
  ComponentProps<"input"> & {
    onText?: (text: string) => void;
    suggestions?: readonly string[];
  };

/** A field for a name, an id or a search, which browsers leave as it is typed. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isLabelHidden, ...rest } = props;
  const { onText, suggestions, ...input } = rest;
  const listId = useId();
  return (
    <Field {...{ label, hint, error, isLabelHidden }}>
      {(control) => (
        <>
          <input
            autoComplete="off"
            spellCheck={false}
            {...input}
            {...control}
            list={suggestions && listId}
            onChange={onText && ((event) => onText(event.target.value))}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type SelectFieldProps<Name extends string> = LabelProps & {
  options: readonly (readonly [Name, label: string])[];
  value: Name;
  onValue: (value: Name) => void;
};

/** A field with a choice of named options. */
export function SelectField<Name extends string>(
  props: SelectFieldProps<Name>,
) {
  const { options, value, onValue, ...label } = props;
  const choose = (name: string) => {
    const chosen = options.find(([known]) => known === name);
    if (chosen !== undefined) onValue(chosen[0]);
  };
  return (
    <Field {...label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => choose(event.target.value)}
        >
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
