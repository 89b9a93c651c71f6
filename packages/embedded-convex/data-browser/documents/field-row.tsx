import { Link } from "react-router-dom";
import { ValueEditor } from "../editor/value-editor";
import { paths, useComponent } from "../navigation/paths";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import type { Draft } from "../values/draft";
import { linkedIds } from "../values/linked-ids";
import { printValue } from "../values/print-value";
import { describeValidator } from "../values/validator";
import styles from "./document-form.module.css";
import type { FieldState } from "./use-drafts";

type FieldRowProps = {
  state: FieldState;
  error: string | undefined;
  onDraft: (draft: Draft) => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** One field: its editor, links to the documents it refers to, and conflicts. */
export function FieldRow(props: FieldRowProps) {
  const { state, error, onDraft } = props;
  const { name, rule, choices, draft, isChanged, hasConflict } = state;
  const kind = describeValidator(rule.validator);
  return (
    <div className={styles.row} data-changed={isChanged || undefined}>
      <Field
        label={
          <>
            {name} <span className={styles.kind}>{kind}</span>
            {isChanged && <span className={styles.mark}> changed</span>}
          </>
        }
        error={error}
      >
        {(control) => (
          <ValueEditor
            control={control}
            name={name}
            choices={choices}
            draft={draft}
            onDraft={onDraft}
          />
        )}
      </Field>
      <Links state={state} />
      {hasConflict && <Conflict {...props} />}
    </div>
  );
}

function Links({ state }: { state: FieldState }) {
  const { link } = useComponent();
  const links = linkedIds(state.rule.validator, state.value);
  if (links.length === 0) return null;
  return (
    <ul className={styles.links}>
      {links.map(({ table, id }) => (
        <li key={id}>
          <Link to={link(paths.document(table, id))}>
            Open in {table}
            {links.length > 1 && <code> {id}</code>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Conflict({ state, onKeepMine, onTakeTheirs }: FieldRowProps) {
  const { name, value } = state;
  return (
    <div className={styles.conflict} role="alert">
      <p>
        Someone else has changed <strong>{name}</strong> in the meantime. It is
        now:
      </p>
      <pre>{value === undefined ? "not there" : printValue(value, 2)}</pre>
      <div className="row">
        <Button onClick={onKeepMine}>Keep mine</Button>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
      </div>
    </div>
  );
}
