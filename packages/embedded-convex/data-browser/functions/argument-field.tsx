import { ValueEditor } from "../editor/value-editor";
import { Field } from "../ui/field";
import { choicesOf } from "../values/choices";
import type { Draft } from "../values/draft";
import { describeValidator, type FieldRule } from "../values/validator";

/** The editor of one argument, according to its validator. */
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
  const kind = describeValidator(rule.validator);
  return (
    <Field
      label={name}
      hint={rule.isOptional ? `${kind}, or not there` : kind}
      error={error}
    >
      {(control) => (
        <ValueEditor
          control={control}
          name={name}
          choices={choicesOf(rule)}
          draft={draft}
          onDraft={onChange}
        />
      )}
    </Field>
  );
}
