import { useQuery } from "convex/react";
import { Link, Navigate, useParams } from "react-router-dom";
import { adminApi } from "../../src/admin/admin-api";
import { paths } from "../navigation/paths";
import { useComponent } from "../navigation/use-component";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";

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
          <Notice tone="hot">
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
