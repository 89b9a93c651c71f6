import { useMutation } from "convex/react";
import type { Value } from "convex/values";
import { type SubmitEvent, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { adminApi } from "../../src/admin/admin-api";
import { paths } from "../navigation/paths";
import { type TableSchema, useTableSchema } from "../tables/table-schema";
import { useTableView } from "../tables/use-table-view";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { AddField } from "./add-field";
import styles from "./document-form.module.css";
import { FieldList } from "./field-list";
import { LeaveGuard } from "./leave-guard";
import { PanelFrame } from "./panel-frame";
import { editableFields, readStates, useDrafts } from "./use-drafts";
import { useRefusal } from "./use-refusal";

/** The form of a new document, generated from the table's validator. */
export function NewDocumentPanel() {
  const { table = "" } = useParams();
  const { componentId, search } = useTableView();
  const schema = useTableSchema(table, componentId);
  const closeTo = paths.table(table) + search;
  return (
    <PanelFrame
      title={`New document in ${table}`}
      closeTo={closeTo}
      opener="[data-add-document]"
    >
      {schema && <NewDocumentForm key={table} table={table} schema={schema} />}
    </PanelFrame>
  );
}

function NewDocumentForm(props: { table: string; schema: TableSchema }) {
  const { table, schema } = props;
  const [added, setAdded] = useState<string[]>([]);
  const fields = editableFields(schema, added);
  const drafts = useDrafts(fields, null);
  const { form, refusal, isSaving, add } = useAdding(table, drafts);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void add();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <LeaveGuard isDirty={drafts.isDirty && !isSaving} />
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
          <Button type="submit" tone="signal" isBusy={isSaving}>
            Add to {table}
          </Button>
        </div>
      </div>
    </form>
  );
}

function useAdding(table: string, drafts: ReturnType<typeof useDrafts>) {
  const { componentId, search } = useTableView();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(form);
  const [isSaving, setSaving] = useState(false);
  const addDocuments = useMutation(adminApi.addDocuments);
  const add = async () => {
    const { values, errors } = readStates(drafts.states);
    if (errors.size > 0) return refusal.show(errors);
    const present = [...values].filter(
      (entry): entry is [string, Value] => entry[1] !== undefined,
    );
    const documents = [Object.fromEntries(present)];
    setSaving(true);
    try {
      const { ids } = await addDocuments({ table, documents, componentId });
      const [id = ""] = ids;
      await navigate(paths.document(table, id) + search);
    } catch (error) {
      setSaving(false);
      refusal.showFailure(error, [...values.keys()]);
    }
  };
  return { form, refusal, isSaving, add };
}
