import { type SubmitEvent, useRef, useState, useEffect } from "react";
import { useBlocker } from "react-router-dom";
import type { TableDocument } from "../../src/admin/admin-api";
import type { TableSchema } from "../tables/table-schema";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { Notice } from "../ui/notice";
import { timeInBothZones } from "../time/format-time";
import styles from "./document-form.module.css";
import { FieldRow } from "./field-row";
import {
  editableFields,
  readStates,
  useDrafts,
  type ReadValues,
} from "./use-drafts";
import { useRefusal } from "./use-refusal";
import { TextField } from "../ui/field";
import { Dialog } from "../ui/dialog";

type DocumentFormProps = {
  table: string;
  schema: TableSchema;
  /** Null for a new document. */
  document: TableDocument | null;
  /** The document was deleted: saving is disabled. */
  isGone?: boolean;
  /** Saves the fields that changed; of a new document, all. */
  onSave: (values: ReadValues) => Promise<void>;
  onDelete?: () => void;
};

/** The form of a document, generated from the table's validator. */
export function DocumentForm(props: DocumentFormProps) {
  const { table, schema, document, isGone = false, onDelete } = props;
  const [added, setAdded] = useState<string[]>([]);
  const present = Object.keys(document ?? {});
  const fields = editableFields(schema, [...present, ...added]);
  const drafts = useDrafts(fields, document);
  const { form, refusal, isSaving, hasSaved, save } = useSaving(props, drafts);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  const isNew = document === null;
  const { states, isDirty } = drafts;
  const hasConflict = states.some((state) => state.hasConflict);
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      {/* A new document's page is left when it is saved. */}
      <LeaveGuard isDirty={isDirty && !isGone && !(isNew && isSaving)} />
      {document && <SystemFields document={document} />}
      {states.map((state) => (
        <FieldRow
          key={state.name}
          state={state}
          error={refusal.errors.get(state.name)}
          onDraft={(draft) => {
            drafts.change(state.name, draft);
            refusal.clearField(state.name);
          }}
          onKeepMine={() => drafts.keepMine(state.name)}
          onTakeTheirs={() => {
            drafts.discard(state.name);
            refusal.clearField(state.name);
          }}
        />
      ))}
      {!schema.isEnforced && (
        <AddField
          taken={[...fields.keys()]}
          onAdd={(name) => setAdded([...added, name])}
        />
      )}
      <div className={styles.save}>
        {refusal.general !== null && <Notice>{refusal.general}</Notice>}
        <div className="row">
          <Button
            type="submit"
            tone="signal"
            isBusy={isSaving}
            disabled={isGone || !(isNew || isDirty)}
          >
            {isNew
              ? `Add to ${table}`
              : hasConflict
                ? "Save mine over theirs"
                : "Save changes"}
          </Button>
          {!isNew && isDirty && (
            <Button
              onClick={() => {
                drafts.discardAll();
                refusal.clear();
              }}
            >
              Discard
            </Button>
          )}
          {onDelete && !isGone && <Button onClick={onDelete}>Delete…</Button>}
        </div>
        {!isNew && <output>{hasSaved && !isDirty && "Saved."}</output>}
      </div>
    </form>
  );
}

function SystemFields({ document }: { document: TableDocument }) {
  return (
    <dl className={classNames("facts", styles.system)}>
      <dt>_id</dt>
      <dd>
        <code>{document._id}</code>
      </dd>
      <dt>_creationTime</dt>
      <dd>{timeInBothZones(document._creationTime)}</dd>
    </dl>
  );
}

function useSaving(
  { document, onSave }: DocumentFormProps,
  drafts: ReturnType<typeof useDrafts>,
) {
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(form);
  const [isSaving, setSaving] = useState(false);
  const [hasSaved, setSaved] = useState(false);
  const save = async () => {
    const edited = drafts.states.filter(
      ({ isChanged }) => isChanged || document === null,
    );
    const { values, errors } = readStates(edited);
    if (errors.size > 0) return refusal.show(errors);
    setSaving(true);
    try {
      await onSave(values);
      drafts.markSaved(edited, values);
      refusal.clear();
      setSaved(true);
    } catch (error) {
      refusal.showFailure(error, [...values.keys()]);
    }
    setSaving(false);
  };
  return { form, refusal, isSaving, hasSaved, save };
}

const NAME = /^[A-Za-z][\w]*$/;

/** Adds a field that the schema does not define. */
function AddField(props: {
  taken: readonly string[];
  onAdd: (name: string) => void;
}) {
  const { taken, onAdd } = props;
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const add = () => {
    if (!NAME.test(name)) return setError("Use letters, digits and _.");
    if (taken.includes(name))
      return setError("There is a field with this name already.");
    onAdd(name);
    setName("");
    setError(undefined);
  };
  return (
    <div className={styles.add}>
      <TextField
        label="New field"
        error={error}
        value={name}
        onText={setName}
      />
      <Button onClick={add}>Add field</Button>
    </div>
  );
}

/** Asks for confirmation before unsaved changes are lost. */
function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isDirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => blocker.reset()}
      closing="Stay"
      action={
        <Button tone="hot" onClick={() => blocker.proceed()}>
          Leave
        </Button>
      }
    >
      <p>What you have typed here is not saved.</p>
    </Dialog>
  );
}
