/**
 * Yjs documents and updates, without the database. A document has one text and nothing
 * else.
 */
import * as Y from "yjs";

/** The name of the document's only root type; pages use the same. */
const ROOT = "description";
/** The Yjs client id of the deployment; its own changes are sequential. */
const OWN_CLIENT = 1;

const NO_UPDATE = "this is no update of a description";

/** Returns the document that results from these updates in order. */
export function documentOf(updates: readonly ArrayBuffer[]): Y.Doc {
  const doc = new Y.Doc();
  // Creates the root type, so that an empty document has it too.
  doc.getText(ROOT);
  for (const update of updates) Y.applyUpdate(doc, new Uint8Array(update));
  return doc;
}

/** Returns a document with this text and no history. */
export function documentWith(text: string): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = OWN_CLIENT;
  doc.getText(ROOT).insert(0, text);
  return doc;
}

/** Returns the text of a document. */
export function textOf(doc: Y.Doc): string {
  return doc.getText(ROOT).toJSON();
}

/** Returns all of a document as one update. */
export function stateOf(doc: Y.Doc): ArrayBuffer {
  return bytesOf(Y.encodeStateAsUpdate(doc));
}

/** Returns the state vector of a document. */
export function vectorOf(doc: Y.Doc): ArrayBuffer {
  return bytesOf(Y.encodeStateVector(doc));
}

/**
 * Applies somebody's update.
 * @returns its new part as one update; null if there was none
 * @throws a plain `Error` for an update that no page sends
 */
export function apply(doc: Y.Doc, update: ArrayBuffer): ArrayBuffer | null {
  const made = changesOf(doc, () => {
    try {
      Y.applyUpdate(doc, new Uint8Array(update));
    } catch (error) {
      throw new Error(NO_UPDATE, { cause: error });
    }
  });
  requireSound(doc);
  return made;
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

/**
 * Reads, without the document, an update that continues it directly, as pages send
 * them; `vector` is the document's state vector. Such an update can be stored as it is.
 * @returns the next state vector and the number of inserted units; null for any other
 *   update, which has to be applied to the document
 */
export function continues(
  vector: ArrayBuffer,
  update: ArrayBuffer,
): { vector: ArrayBuffer; inserted: number } | null {
  const known = Y.decodeStateVector(new Uint8Array(vector));
  const decoded = decode(update);
  if (decoded === null || decoded.structs.length === 0) return null;
  const has = (id: Y.ID | null) =>
    id === null || id.clock < (known.get(id.client) ?? 0);
  let inserted = 0;
  for (const item of decoded.structs) {
    if (!(item instanceof Y.Item)) return null;
    const { id, length, content, origin, rightOrigin, parentSub } = item;
    const isText = content instanceof Y.ContentString && parentSub === null;
    const isNext = id.clock === (known.get(id.client) ?? 0);
    if (!isText || !isNext || !has(origin) || !has(rightOrigin)) return null;
    // An item without neighbours names its parent.
    const isAlone = origin === null && rightOrigin === null;
    if (isAlone && (item.parent as unknown) !== ROOT) return null;
    known.set(id.client, id.clock + length);
    inserted += length;
  }
  for (const [client, ranges] of decoded.ds.clients)
    for (const { clock, len } of ranges)
      if (clock + len > (known.get(client) ?? 0)) return null;
  return { vector: bytesOf(Y.encodeStateVector(known)), inserted };
}

/** Returns how many units of text an update removes. */
export function removedBy(update: ArrayBuffer): number {
  const ranges = [...(decode(update)?.ds.clients.values() ?? [])].flat();
  return ranges.reduce((sum, { len }) => sum + len, 0);
}

function decode(update: ArrayBuffer) {
  try {
    return Y.decodeUpdate(new Uint8Array(update));
  } catch {
    return null;
  }
}

function changesOf(doc: Y.Doc, make: () => void): ArrayBuffer | null {
  const made: Uint8Array[] = [];
  const note = (update: Uint8Array) => made.push(update);
  doc.on("update", note);
  make();
  doc.off("update", note);
  return made.length === 0 ? null : bytesOf(Y.mergeUpdates(made));
}

/** Pages send only text, and only updates whose dependencies are stored. */
function requireSound(doc: Y.Doc): void {
  const isText = doc
    .getText(ROOT)
    .toDelta()
    .every(
      (part: { insert: unknown; attributes?: object }) =>
        typeof part.insert === "string" && part.attributes === undefined,
    );
  const { pendingStructs, pendingDs } = doc.store;
  const isWhole = pendingStructs === null && pendingDs === null;
  if (!isText || !isWhole || doc.share.size !== 1) throw new Error(NO_UPDATE);
}

function bytesOf(update: Uint8Array): ArrayBuffer {
  return update.slice().buffer as ArrayBuffer;
}
