import {
  addDocument,
  deleteDocuments,
  patchDocumentsFields,
  replaceDocument,
} from "./document-mutations";
import type { SystemMutation } from "./system-context";

/**
 * The mutations that Convex's own data browser calls, by their canonical paths.
 * Only who has the admin key finds them.
 */
export const systemMutations: ReadonlyMap<string, SystemMutation> = new Map([
  ["_system/frontend/addDocument.js:default", addDocument],
  ["_system/frontend/patchDocumentsFields.js:default", patchDocumentsFields],
  ["_system/frontend/replaceDocument.js:default", replaceDocument],
  ["_system/frontend/deleteDocuments.js:default", deleteDocuments],
]);
