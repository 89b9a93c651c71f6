import { useState } from "react";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import {
  type ArgumentDraft,
  argumentFields,
  asForm,
  asText,
  fieldDraft,
  withField,
} from "./argument-draft";
import { ArgumentField } from "./argument-field";
import type { ListedFunction } from "./listed-functions";
import styles from "./functions.module.css";

/** Errors by field; the key null is for the text as a whole. */
export type ArgumentErrors = ReadonlyMap<string | null, string>;

/** Edits a function's arguments as a form or as text. */
export function ArgumentForm({
  fn,
  draft,
  errors,
  onChange,
}: {
  fn: ListedFunction;
  draft: ArgumentDraft;
  errors: ArgumentErrors;
  onChange: (draft: ArgumentDraft) => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const fields = argumentFields(fn);
  const change = (next: ArgumentDraft) => {
    setRefusal(null);
    onChange(next);
  };
  const toForm = () => {
    const form = asForm(fn, draft);
    if (form.ok) change(form.draft);
    else setRefusal(form.error);
  };
  return (
    <fieldset className={styles.arguments}>
      <legend>Arguments</legend>
      {fields?.size === 0 && !draft.isText && (
        <p className={styles.quiet}>This function takes no arguments.</p>
      )}
      {draft.isText ? (
        <Field
          label="Arguments as text"
          error={errors.get(null)}
          hint='JSON, with 12n for a bigint and bytes("…") in base64'
        >
          {(control) => (
            <textarea
              {...control}
              className={`${control.className} ${styles.code ?? ""}`}
              rows={6}
              spellCheck={false}
              value={draft.text}
              onChange={({ target }) =>
                change({ ...draft, text: target.value })
              }
            />
          )}
        </Field>
      ) : (
        [...(fields ?? [])].map(([name, rule]) => (
          <ArgumentField
            key={name}
            name={name}
            rule={rule}
            draft={fieldDraft(draft, name, rule)}
            error={errors.get(name)}
            onChange={(next) => change(withField(draft, name, next))}
          />
        ))
      )}
      {refusal !== null && <Notice tone="hot">{refusal}</Notice>}
      {fields !== null && (
        <Button
          tone="quiet"
          className={styles.switch}
          onClick={draft.isText ? toForm : () => change(asText(fn, draft))}
        >
          {draft.isText ? "Edit as a form" : "Edit as text"}
        </Button>
      )}
    </fieldset>
  );
}
