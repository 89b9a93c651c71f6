/**
 * Yjs documents and updates, without the database. A document has one text and nothing
 * else.
 */
import * as Y from "yjs";

/** The name of the document's only root type; pages use the same. */
const ROOT = "description";
/** The Yjs client id of the deployment; its own changes are sequential. */
const OWN_CLIENT = 1;

/** An update that was read: its insertions (`structs`) and removals (`ds`). */
export type Update = ReturnType<typeof Y.decodeUpdate> & { bytes: ArrayBuffer };

/** Returns the document that results from a state and the changes since, in order. */
export function documentOf(
  state: ArrayBuffer | null,
  changes: readonly ArrayBuffer[] = [],
): Y.Doc {
  const doc = new Y.Doc();
  // Creates the root type, so that an empty document has it too.
  doc.getText(ROOT);
  for (const update of [state, ...changes])
    if (update !== null) Y.applyUpdate(doc, new Uint8Array(update));
  return doc;
}

/** Returns a document with this text and no history. */
export function documentWith(text: string): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = OWN_CLIENT;
  doc.getText(ROOT).insert(0, text);
  return doc;
}

export function textOf(doc: Y.Doc): string {
  return doc.getText(ROOT).toJSON();
}

/** Returns all of a document as one update. */
export function stateOf(doc: Y.Doc): ArrayBuffer {
  return bytesOf(Y.encodeStateAsUpdate(doc));
}

export function vectorOf(doc: Y.Doc): ArrayBuffer {
  return bytesOf(Y.encodeStateVector(doc));
}

/** Reads an update; returns null if it is malformed or changes more than text. */
export function read(bytes: ArrayBuffer): Update | null {
  try {
    const { structs, ds } = Y.decodeUpdate(new Uint8Array(bytes));
    return structs.every(isOfText) ? { structs, ds, bytes } : null;
  } catch {
    return null;
  }
}

function isOfText(part: Y.AbstractStruct): boolean {
  if (!(part instanceof Y.Item)) return part instanceof Y.Skip;
  const { content, parentSub } = part;
  return (
    parentSub === null &&
    (content instanceof Y.ContentString || content instanceof Y.ContentDeleted)
  );
}

/**
 * Compares an update with a document's state vector, without the document. Pages send
 * updates that continue it directly; such an update can be stored as it is.
 * @returns the next state vector and the number of inserted UTF-16 units; null for any
 *   other update, which has to be applied to the document
 */
export function continued(vector: ArrayBuffer, { structs, ds }: Update) {
  if (structs.length === 0 && ds.clients.size === 0) return null;
  const known = Y.decodeStateVector(new Uint8Array(vector));
  const has = (id: Y.ID | null) =>
    id === null || id.clock < (known.get(id.client) ?? 0);
  let inserted = 0;
  for (const item of structs) {
    if (!(item instanceof Y.Item)) return null;
    const { id, length, origin, rightOrigin } = item;
    const isNext = id.clock === (known.get(id.client) ?? 0);
    if (!isNext || !has(origin) || !has(rightOrigin)) return null;
    // An item without neighbours names its parent.
    const isAlone = origin === null && rightOrigin === null;
    if (isAlone && (item.parent as unknown) !== ROOT) return null;
    known.set(id.client, id.clock + length);
    inserted += length;
  }
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges)
      if (clock + len > (known.get(client) ?? 0)) return null;
  return { vector: bytesOf(Y.encodeStateVector(known)), inserted };
}

/** Returns how many units of text an update removes. */
export function removedBy({ ds }: Update): number {
  const ranges = [...ds.clients.values()].flat();
  return ranges.reduce((sum, { len }) => sum + len, 0);
}

/** Applies an update. @returns its new part as one update; null if there was none */
export function apply(doc: Y.Doc, { bytes }: Update): ArrayBuffer | null {
  return changesOf(doc, () => Y.applyUpdate(doc, new Uint8Array(bytes)));
}

/**
 * Whether a document is one text, and has all changes on which the applied updates
 * depend.
 */
export function isSound({ store, share }: Y.Doc): boolean {
  const { pendingStructs, pendingDs } = store;
  return pendingStructs === null && pendingDs === null && share.size === 1;
}

/** Replaces a part of the text. @returns the change as an update */
export function splice(
  doc: Y.Doc,
  { at, removed, inserted }: { at: number; removed: number; inserted: string },
): ArrayBuffer | null {
  const text = doc.getText(ROOT);
  doc.clientID = OWN_CLIENT;
  return changesOf(doc, () => {
    doc.transact(() => {
      text.delete(at, removed);
      text.insert(at, inserted);
    });
  });
}

function changesOf(doc: Y.Doc, make: () => void): ArrayBuffer | null {
  const made: Uint8Array[] = [];
  const note = (update: Uint8Array) => made.push(update);
  doc.on("update", note);
  make();
  doc.off("update", note);
  return made.length === 0 ? null : bytesOf(Y.mergeUpdates(made));
}

function bytesOf(update: Uint8Array): ArrayBuffer {
  return update.slice().buffer as ArrayBuffer;
}
