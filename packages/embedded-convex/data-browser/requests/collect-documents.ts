import type { ConvexReactClient } from "convex/react";
import { adminApi, type TableDocument } from "../../src/admin/admin-api";
import type { DocumentQuery } from "./use-documents";

const PAGE = 1000;

/**
 * Reads all documents of a query, page by page. Pages are not of one snapshot.
 *
 * @param onProgress called with the number of documents so far
 * @param signal stops reading; the documents read so far are returned
 */
export async function collectDocuments(
  client: ConvexReactClient,
  query: DocumentQuery,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<TableDocument[]> {
  const documents: TableDocument[] = [];
  let cursor: string | null = null;
  while (!signal.aborted) {
    const paginationOpts = { cursor, numItems: PAGE };
    const result: Page = await client.query(adminApi.documents, {
      ...query,
      paginationOpts,
    });
    documents.push(...result.page);
    onProgress(documents.length);
    if (result.isDone) break;
    cursor = result.continueCursor;
  }
  return documents;
}

type Page = {
  page: TableDocument[];
  isDone: boolean;
  continueCursor: string;
};
