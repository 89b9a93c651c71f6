import {
  addDocument,
  deleteDocuments,
  patchDocumentsFields,
  replaceDocument,
} from "./document-mutations";
import type { SystemMutation } from "../functions/runner/system-functions";

/**
 * Mutations that Convex's dashboard calls, by canonical path. Only
 * administrators can call them.
 */
export const systemMutations: ReadonlyMap<string, SystemMutation> = new Map([
  ["_system/frontend/addDocument.js:default", addDocument],
  ["_system/frontend/patchDocumentsFields.js:default", patchDocumentsFields],
  ["_system/frontend/replaceDocument.js:default", replaceDocument],
  ["_system/frontend/deleteDocuments.js:default", deleteDocuments],
]);
