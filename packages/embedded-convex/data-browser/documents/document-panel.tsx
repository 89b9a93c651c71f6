import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { Link, useNavigate, useParams, Navigate } from "react-router-dom";
import { adminApi, type TableDocument } from "../../src/admin/admin-api";
import { paths, useComponent } from "../navigation/paths";
import { DeleteDialog } from "../tables/delete-dialog";
import { documentLabel } from "../tables/document-label";
import { useTableSchema } from "../tables/table-schema";
import { useTableView } from "../tables/table-view";
import { Notice } from "../ui/notice";
import { DocumentForm } from "./document-form";
import { PanelFrame } from "./panel-frame";
import styles from "./panel-frame.module.css";
import { presentFields, type ReadValues } from "./use-drafts";
import { Page } from "../ui/page";

/** Shows the document whose id is in the URL. */
export function DocumentPanel() {
  const { table = "", id = "" } = useParams();
  return <Panel key={id} table={table} id={id} />;
}

function Panel({ table, id }: { table: string; id: string }) {
  const { componentId, search } = useTableView();
  const found = useQuery(adminApi.documentById, { id, componentId });
  const last = useLast(found?.document);
  const closeTo = paths.table(table) + search;
  return (
    <PanelFrame
      title={(last && documentLabel(last)) ?? id}
      closeTo={closeTo}
      opener={`[data-document="${CSS.escape(id)}"]`}
    >
      {found === undefined && <p className={styles.note}>Loading…</p>}
      {found === null && (
        <div className={styles.note}>
          <Notice>
            {last === undefined
              ? "There is no document with this id. It may have been deleted."
              : "This document has just been deleted. What you see is how it was."}
          </Notice>
        </div>
      )}
      {found && found.tableName !== table ? (
        <Elsewhere table={found.tableName} id={id} />
      ) : (
        last && (
          <Ready
            table={table}
            document={last}
            isGone={found === null}
            closeTo={closeTo}
          />
        )
      )}
    </PanelFrame>
  );
}

function Ready(props: {
  table: string;
  document: TableDocument;
  isGone: boolean;
  closeTo: string;
}) {
  const { table, document, isGone, closeTo } = props;
  const { componentId } = useComponent();
  const schema = useTableSchema(table, componentId);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const patch = useMutation(adminApi.patchDocuments);
  const save = async (values: ReadValues) => {
    const ids = [document._id];
    const unset = [...values.keys()].filter(
      (name) => values.get(name) === undefined,
    );
    const fields = presentFields(values);
    await patch({ table, ids, fields, unset, componentId });
  };
  if (schema === undefined) return null;
  return (
    <>
      <DocumentForm
        table={table}
        schema={schema}
        document={document}
        isGone={isGone}
        onSave={save}
        onDelete={() => setDeleting(true)}
      />
      {isDeleting && (
        <DeleteDialog
          table={table}
          componentId={componentId}
          documents={[document]}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(closeTo)}
        />
      )}
    </>
  );
}

function Elsewhere({ table, id }: { table: string; id: string }) {
  const { link } = useComponent();
  return (
    <p className={styles.note}>
      This document is in{" "}
      <Link to={link(paths.document(table, id))}>{table}</Link>.
    </p>
  );
}

/** The last defined value, so that a deleted document stays visible. */
function useLast<Thing>(thing: Thing | undefined): Thing | undefined {
  const [last, setLast] = useState(thing);
  if (thing !== undefined && thing !== last) setLast(thing);
  return thing ?? last;
}

/** The form of a new document. */
export function NewDocumentPanel() {
  const { table = "" } = useParams();
  const { componentId, search } = useTableView();
  const schema = useTableSchema(table, componentId);
  const navigate = useNavigate();
  const addDocuments = useMutation(adminApi.addDocuments);
  const save = async (values: ReadValues) => {
    const documents = [presentFields(values)];
    const { ids } = await addDocuments({ table, documents, componentId });
    await navigate(paths.document(table, ids[0] ?? "") + search);
  };
  return (
    <PanelFrame
      title={`New document in ${table}`}
      closeTo={paths.table(table) + search}
      opener="[data-add-document]"
    >
      {schema && (
        <DocumentForm
          key={table}
          table={table}
          schema={schema}
          document={null}
          onSave={save}
        />
      )}
    </PanelFrame>
  );
}

/** Looks up the table of a document and redirects to the document. */
export function FindDocument() {
  const { id = "" } = useParams();
  const { componentId, link } = useComponent();
  const found = useQuery(adminApi.documentById, { id, componentId });
  if (found) {
    return <Navigate replace to={link(paths.document(found.tableName, id))} />;
  }
  return (
    <Page title="Go to a document">
      {found === undefined ? (
        <p>Looking for {id}…</p>
      ) : (
        <>
          <Notice>
            No document has the id <code>{id}</code>. It may have been deleted,
            or it belongs to another component.
          </Notice>
          <p>
            <Link to={link(paths.home)}>Tables</Link>
          </p>
        </>
      )}
    </Page>
  );
}
