import { type SubmitEvent, useId, useState } from "react";
import { VALUE_TYPES, type ValueType } from "../../admin/filter-encoding";
import { ValueEditor } from "../editor/value-editor";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { focusOnArrival } from "../ui/focus";
import { choicesWith } from "../values/choices";
import { type Draft, draftText, readDraft } from "../values/draft";
import { ANY_FIELD, type FieldRule } from "../values/validator";
import {
  type Comparison,
  type Condition,
  isTypeTest,
  OPERATORS,
  type TypeTest,
} from "./conditions";
import styles from "./filter-bar.module.css";

type FilterFormProps = {
  /** Those that can be suggested; any other can be typed. */
  rules: ReadonlyMap<string, FieldRule>;
  /** What is edited; null for a new one. */
  condition: Condition | null;
  onDone: (condition: Condition) => void;
  onCancel: () => void;
};

/** Makes or changes one condition. */
export function FilterForm(props: FilterFormProps) {
  const { rules, condition, onDone, onCancel } = props;
  const [field, setField] = useState(condition?.field ?? "");
  const [op, setOp] = useState<Comparison | TypeTest>(condition?.op ?? "eq");
  const [type, setType] = useState<ValueType>(typeOf(condition));
  const [error, setError] = useState<string>();
  const rule = rules.get(field.trim()) ?? ANY_FIELD;
  const editor = useDraft(rule, condition);
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
      <FieldName rules={rules} field={field} onField={setField} />
      <Field label="Condition">
        {(control) => (
          <select
            {...control}
            value={op}
            onChange={(event) => {
              setOp(event.target.value as Comparison | TypeTest);
            }}
          >
            {Object.entries(OPERATORS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Value" error={error}>
        {(control) =>
          isTypeTest(op) ? (
            <select
              {...control}
              value={type}
              onChange={(event) => setType(event.target.value as ValueType)}
            >
              {VALUE_TYPES.map((name) => (
                <option key={name} value={name}>
                  {name === "unset" ? "not there" : name}
                </option>
              ))}
            </select>
          ) : (
            <ValueEditor
              {...editor}
              control={control}
              name={field}
              isSingleLine
            />
          )
        }
      </Field>
      <div className={styles.formActions}>
        <Button type="submit" tone="signal">
          Apply
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function FieldName(props: {
  rules: ReadonlyMap<string, FieldRule>;
  field: string;
  onField: (field: string) => void;
}) {
  const listId = useId();
  return (
    <Field label="Field">
      {(control) => (
        <>
          <input
            {...control}
            // The form was opened to fill it in.
            ref={focusOnArrival}
            list={listId}
            autoComplete="off"
            spellCheck={false}
            value={props.field}
            onChange={(event) => props.onField(event.target.value)}
          />
          <datalist id={listId}>
            {[...props.rules.keys()].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** The draft of a value; it takes the form of the field as soon as that is named. */
function useDraft(rule: FieldRule, condition: Condition | null) {
  const given =
    condition === null || isTypeTest(condition.op)
      ? undefined
      : { value: condition.value };
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

function typeOf(condition: Condition | null): ValueType {
  if (condition === null) return "string";
  return condition.op === "type" || condition.op === "notype"
    ? condition.value
    : "string";
}
