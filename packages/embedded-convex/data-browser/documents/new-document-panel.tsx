import { useMutation } from "convex/react";
import { useNavigate, useParams } from "react-router-dom";
import { adminApi } from "../../src/admin/admin-api";
import { paths } from "../navigation/paths";
import { useTableSchema } from "../tables/table-schema";
import { useTableView } from "../tables/use-table-view";
import { DocumentForm } from "./document-form";
import { PanelFrame } from "./panel-frame";
import { presentFields, type ReadValues } from "./use-drafts";

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
