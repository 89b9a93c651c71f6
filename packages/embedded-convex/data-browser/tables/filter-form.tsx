import { type SubmitEvent, useState } from "react";
import { VALUE_TYPES, type ValueType } from "../../src/admin/filter-values";
import { ValueEditor } from "../editor/value-editor";
import { Button } from "../ui/button";
import { Field, SelectField, TextField } from "../ui/field";
import { focusOnArrival } from "../ui/focus";
import { choicesWith } from "../values/choices";
import { type Draft, draftText, readDraft } from "../values/draft";
import { ANY_FIELD, type FieldRule } from "../values/validator";
import {
  type Comparison,
  type Filter,
  isTypeTest,
  OPERATORS,
  type TypeTest,
} from "./filters";
import styles from "./filter-bar.module.css";

const CONDITIONS = Object.entries(OPERATORS) as [
  Comparison | TypeTest,
  string,
][];
const TYPES = VALUE_TYPES.map(
  (name) => [name, name === "unset" ? "not there" : name] as const,
);

type FilterFormProps = {
  /** Suggested fields; any other name can be typed. */
  fields: ReadonlyMap<string, FieldRule>;
  /** The filter to edit; null for a new one. */
  filter: Filter | null;
  onDone: (filter: Filter) => void;
  onCancel: () => void;
};

/** Creates or edits a filter. */
export function FilterForm(props: FilterFormProps) {
  const { fields, filter, onDone, onCancel } = props;
  const [field, setField] = useState(filter?.field ?? "");
  const [op, setOp] = useState<Comparison | TypeTest>(filter?.op ?? "eq");
  const [type, setType] = useState<ValueType>(typeOf(filter));
  const [error, setError] = useState<string>();
  const rule = fields.get(field.trim()) ?? ANY_FIELD;
  const editor = useDraft(rule, filter);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = field.trim();
    if (name === "") return setError("Name a field.");
    if (isTypeTest(op)) return onDone({ field: name, op, value: type });
    const read = readDraft(editor.draft);
    if (!read.ok) return setError(read.error);
    onDone({ field: name, op, value: read.value });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} aria-label="Filter">
      <TextField
        label="Field"
        // The user has just opened the form.
        ref={focusOnArrival}
        suggestions={[...fields.keys()]}
        value={field}
        onText={setField}
      />
      <SelectField
        label="Condition"
        options={CONDITIONS}
        value={op}
        onValue={setOp}
      />
      {isTypeTest(op) ? (
        <SelectField
          label="Value"
          options={TYPES}
          value={type}
          onValue={setType}
        />
      ) : (
        <Field label="Value" error={error}>
          {(control) => (
            <ValueEditor
              {...editor}
              control={control}
              name={field}
              isSingleLine
            />
          )}
        </Field>
      )}
      <div className={styles.formActions}>
        <Button type="submit" tone="signal">
          Apply
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** The draft of the filter's value; its choices follow the selected field. */
function useDraft(rule: FieldRule, filter: Filter | null) {
  const given =
    filter === null || isTypeTest(filter.op)
      ? undefined
      : { value: filter.value };
  const [typed, setTyped] = useState<Draft | null>(null);
  const anyhow: FieldRule = { ...rule, isOptional: true };
  const { choices, chosen } = choicesWith(anyhow, given?.value);
  const [first = chosen] = choices;
  const initial: Draft = {
    choice: given === undefined ? first : chosen,
    text: draftText(given?.value),
  };
  const isPossible = choices.some(({ id }) => id === typed?.choice.id);
  const draft =
    typed === null || isPossible
      ? (typed ?? initial)
      : { ...typed, choice: first };
  return { choices, draft, onDraft: setTyped };
}

function typeOf(filter: Filter | null): ValueType {
  if (filter === null) return "string";
  return filter.op === "type" || filter.op === "notype"
    ? filter.value
    : "string";
}
