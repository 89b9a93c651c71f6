import { useMutation } from "convex/react";
import { useState } from "react";
import {
  adminApi,
  MAX_DOCUMENTS_CHANGED,
  type TableDocument,
} from "../../src/admin/admin-api";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { formatCount } from "../ui/format-count";
import { Notice } from "../ui/notice";
import { errorMessage } from "../ui/error-message";
import { countLabel, documentLabel } from "./document-label";
import styles from "./delete-dialog.module.css";

const MAX_NAMED = 6;

type DeleteDialogProps = {
  table: string;
  componentId: string | null;
  documents: readonly TableDocument[];
  onClose: () => void;
  onDeleted: () => void;
};

/** Lists documents and deletes them on confirmation, in one transaction. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { table, componentId, documents, onClose, onDeleted } = props;
  // Fixed on opening: live updates must not change what the user confirms.
  const [targets] = useState(documents);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const deleteDocuments = useMutation(adminApi.deleteDocuments);
  const label = countLabel(targets.length);
  const isTooMany = targets.length > MAX_DOCUMENTS_CHANGED;
  const onDelete = async () => {
    setBusy(true);
    const toDelete = targets.map(({ _id }) => ({ tableName: table, id: _id }));
    try {
      await deleteDocuments({ toDelete, componentId });
      onDeleted();
    } catch (failure) {
      setError(errorMessage(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`Delete ${label} from ${table}?`}
      onClose={onClose}
      closing="Keep"
      action={
        <Button
          tone="hot"
          isBusy={isBusy}
          disabled={isTooMany}
          onClick={() => void onDelete()}
        >
          {isBusy ? "Deleting" : `Delete ${label}`}
        </Button>
      }
    >
      <ul className={styles.list}>
        {targets.slice(0, MAX_NAMED).map((document) => (
          <li key={document._id}>
            {documentLabel(document)}{" "}
            <code className="quiet">{document._id}</code>
          </li>
        ))}
        {targets.length > MAX_NAMED && (
          <li>and {formatCount(targets.length - MAX_NAMED)} more</li>
        )}
      </ul>
      <p>
        This cannot be undone. Documents that refer to them are not changed.
      </p>
      {isTooMany && (
        <Notice>
          At most {formatCount(MAX_DOCUMENTS_CHANGED)} can be deleted at once.
          Select fewer.
        </Notice>
      )}
      {error !== null && <Notice>{error}</Notice>}
    </Dialog>
  );
}
