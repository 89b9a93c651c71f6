import type { ReactNode } from "react";
import { Field } from "../ui/field";
import { type Choice, choicesOf } from "../values/choices";
import type { Draft } from "../values/draft";
import { describeValidator, type FieldRule } from "../values/validator";
import styles from "./functions.module.css";

/** Where one argument is typed, by what it may be. */
export function ArgumentField({
  name,
  rule,
  draft,
  error,
  onChange,
}: {
  name: string;
  rule: FieldRule;
  draft: Draft;
  error: string | undefined;
  onChange: (draft: Draft) => void;
}) {
  const choices = choicesOf(rule);
  const hint = describeValidator(rule.validator);
  const isTyped =
    draft.choice.kind !== "absent" && draft.choice.kind !== "fixed";
  return (
    <div className={styles.argument}>
      {choices.length > 1 && (
        <Field
          label={isTyped ? `What ${name} is` : name}
          hint={isTyped ? undefined : hint}
          isLabelHidden={isTyped}
        >
          {(control) => (
            <select
              {...control}
              value={draft.choice.id}
              onChange={({ target }) => {
                const choice = choices.find(({ id }) => id === target.value);
                if (choice !== undefined) onChange({ ...draft, choice });
              }}
            >
              {choices.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {(isTyped || choices.length === 1) && (
        <Field label={name} hint={hint} error={error}>
          {(control) =>
            editor(draft.choice, {
              ...control,
              value: draft.text,
              onText: (text) => onChange({ ...draft, text }),
            })
          }
        </Field>
      )}
    </div>
  );
}

type EditorProps = {
  id: string;
  className: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  value: string;
  onText: (text: string) => void;
};

function editor(
  choice: Choice,
  { onText, ...control }: EditorProps,
): ReactNode {
  const common = {
    ...control,
    spellCheck: choice.kind === "text",
    onChange: (event: { target: { value: string } }) =>
      onText(event.target.value),
  };
  switch (choice.kind) {
    case "fixed":
    case "absent":
      return <input {...common} value={choice.label} readOnly />;
    case "text":
      return <textarea {...common} rows={1} />;
    case "code":
      return (
        <textarea
          {...common}
          rows={3}
          className={`${control.className} ${styles.code ?? ""}`}
        />
      );
    case "number":
    case "bigint":
      return <input {...common} inputMode="decimal" autoComplete="off" />;
    case "id":
      return <input {...common} autoComplete="off" />;
  }
}
