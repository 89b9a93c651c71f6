/**
 * Descriptions as Yjs keeps them: what an update is, without any database. A document has
 * one text, and nothing else.
 */
import * as Y from "yjs";

/** The one root of the document; pages use the same name. */
const ROOT = "description";
/** The deployment's own changes; it makes them one after the other. */
const OWN_CLIENT = 1;

const NO_UPDATE = "this is no update of a description";

/** Returns a document that these updates make, one after the other. */
export function documentOf(updates: readonly ArrayBuffer[]): Y.Doc {
  const doc = new Y.Doc();
  // Names the root, so that a document without text has it too.
  doc.getText(ROOT);
  for (const update of updates) Y.applyUpdate(doc, new Uint8Array(update));
  return doc;
}

/** Returns a document without a past that has this text. */
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

/** Returns how much of each writer's typing a document has. */
export function vectorOf(doc: Y.Doc): ArrayBuffer {
  return bytesOf(Y.encodeStateVector(doc));
}

/**
 * Applies somebody's update.
 * @returns what was new in it, as one update; null if nothing was
 * @throws a plain error for what no page sends
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
 * Reads an update that goes on exactly where a document ends, as pages send them, without
 * the document: `vector` says how much it has. Such an update can be stored as it is.
 * @returns the document's next vector, and how many units are inserted; null for every
 *   other update, which only the document can tell
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
    // What has no neighbour says what it is a part of.
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

/** A page sends text alone, and only what builds on what is stored. */
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
