import type { Value } from "convex/values";
import { useMutation } from "convex/react";
import { type SubmitEvent, useRef, useState } from "react";
import { adminApi, type TableDocument } from "../../src/admin/admin-api";
import type { TableSchema } from "../tables/table-schema";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { timeInBothZones } from "../time/format-time";
import { AddField } from "./add-field";
import styles from "./document-form.module.css";
import { FieldList } from "./field-list";
import { LeaveGuard } from "./leave-guard";
import { editableFields, readStates, useDrafts } from "./use-drafts";
import { useRefusal } from "./use-refusal";

type DocumentFormProps = {
  table: string;
  componentId: string | null;
  schema: TableSchema;
  document: TableDocument;
  /** The document was deleted: saving is disabled. */
  isGone: boolean;
  onDelete: () => void;
};

/** The form of an existing document. It saves only the fields that changed. */
export function DocumentForm(props: DocumentFormProps) {
  const { schema, document, isGone, onDelete } = props;
  const [added, setAdded] = useState<string[]>([]);
  const fields = editableFields(schema, [...Object.keys(document), ...added]);
  const drafts = useDrafts(fields, document);
  const { form, refusal, isSaving, hasSaved, save } = useSaving(props, drafts);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  const hasConflict = drafts.states.some((state) => state.hasConflict);
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <LeaveGuard isDirty={drafts.isDirty && !isGone} />
      <SystemFields document={document} />
      <FieldList
        drafts={drafts}
        errors={refusal.errors}
        onChange={refusal.clearField}
      />
      {!schema.isEnforced && (
        <AddField
          taken={[...fields.keys()]}
          onAdd={(name) => setAdded([...added, name])}
        />
      )}
      <div className={styles.save}>
        {refusal.general !== null && (
          <Notice tone="hot">{refusal.general}</Notice>
        )}
        <div className={styles.actions}>
          <Button
            type="submit"
            tone="signal"
            isBusy={isSaving}
            disabled={isGone || !drafts.isDirty}
          >
            {hasConflict ? "Save mine over theirs" : "Save changes"}
          </Button>
          {drafts.isDirty && (
            <Button
              onClick={() => {
                drafts.discardAll();
                refusal.clear();
              }}
            >
              Discard
            </Button>
          )}
          {!isGone && <Button onClick={onDelete}>Delete…</Button>}
        </div>
        <output>{hasSaved && !drafts.isDirty && "Saved."}</output>
      </div>
    </form>
  );
}

function SystemFields({ document }: { document: TableDocument }) {
  return (
    <dl className={styles.system}>
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
  { table, componentId, document }: DocumentFormProps,
  drafts: ReturnType<typeof useDrafts>,
) {
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(form);
  const [isSaving, setSaving] = useState(false);
  const [hasSaved, setSaved] = useState(false);
  const patch = useMutation(adminApi.patchDocuments);
  const save = async () => {
    const changed = drafts.states.filter(({ isChanged }) => isChanged);
    const { values, errors } = readStates(changed);
    if (errors.size > 0) return refusal.show(errors);
    const fields: Record<string, Value> = {};
    const unset: string[] = [];
    for (const [name, value] of values) {
      if (value === undefined) unset.push(name);
      else fields[name] = value;
    }
    setSaving(true);
    try {
      const ids = [document._id];
      await patch({ table, ids, fields, unset, componentId });
      drafts.markSaved(changed, values);
      refusal.clear();
      setSaved(true);
    } catch (error) {
      refusal.showFailure(error, [...values.keys()]);
    }
    setSaving(false);
  };
  return { form, refusal, isSaving, hasSaved, save };
}
