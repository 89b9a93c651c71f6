import { useMutation } from "convex/react";
import { useState } from "react";
import {
  adminApi,
  MAX_DOCUMENTS_CHANGED,
  type TableDocument,
} from "../../admin/admin-api";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { formatCount } from "../ui/format-count";
import { Notice } from "../ui/notice";
import { plainMessage } from "../ui/plain-message";
import { documentLabel } from "./document-label";
import styles from "./delete-dialog.module.css";

const MAX_NAMED = 6;

type DeleteDialogProps = {
  table: string;
  componentId: string | null;
  documents: readonly TableDocument[];
  onClose: () => void;
  onDeleted: () => void;
};

/** Names what will go, and deletes it when that is wanted: all of it or nothing. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { table, componentId, documents, onClose, onDeleted } = props;
  // Who may join or leave the list meanwhile does not change what was agreed to.
  const [doomed] = useState(documents);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const deleteDocuments = useMutation(adminApi.deleteDocuments);
  const words = countWords(doomed.length);
  const isTooMany = doomed.length > MAX_DOCUMENTS_CHANGED;
  const onDelete = async () => {
    setBusy(true);
    const toDelete = doomed.map(({ _id }) => ({ tableName: table, id: _id }));
    try {
      await deleteDocuments({ toDelete, componentId });
      onDeleted();
    } catch (failure) {
      setError(plainMessage(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`Delete ${words} from ${table}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button
            tone="hot"
            isBusy={isBusy}
            disabled={isTooMany}
            onClick={() => void onDelete()}
          >
            {isBusy ? "Deleting" : `Delete ${words}`}
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {doomed.slice(0, MAX_NAMED).map((document) => (
          <li key={document._id}>
            {documentLabel(document)} <code>{document._id}</code>
          </li>
        ))}
        {doomed.length > MAX_NAMED && (
          <li>and {formatCount(doomed.length - MAX_NAMED)} more</li>
        )}
      </ul>
      <p>This cannot be undone. What refers to them by id is left as it is.</p>
      {isTooMany && (
        <Notice tone="hot">
          At most {formatCount(MAX_DOCUMENTS_CHANGED)} go at once. Select fewer.
        </Notice>
      )}
      {error !== null && <Notice tone="hot">{error}</Notice>}
    </Dialog>
  );
}

function countWords(count: number): string {
  return count === 1 ? "1 document" : `${formatCount(count)} documents`;
}
