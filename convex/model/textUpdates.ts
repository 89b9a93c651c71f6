/**
 * Yjs documents and updates, without the database. A document has one text and nothing
 * else.
 */
import * as Y from "yjs";
import * as Conflicts from "./textConflicts";

/** The name of the document's only root type; pages use the same. */
const ROOT = "description";
/** The Yjs client id of the deployment; its own changes are sequential. */
const OWN_CLIENT = 1;

const NO_UPDATE = "this is no update of a description";

/**
 * An update with more insertions is applied to the document before it is stored: they
 * may be too many for one place.
 */
const MAX_UNTRIED = 64;
/**
 * For the changes since the last merge, or for one update: some 20 ms. Hundreds of
 * changes by four people at once make less than a third.
 */
const MAX_COMPARISONS = 50_000;
/** A document that needs more to be loaded loses its past when it is merged. */
const MAX_COMPARISONS_OF_STATE = 20_000;
/** A document with fewer parts never needs so many. */
const FEW_PARTS = 200;

/**
 * Returns the document that results from a state and the changes since, in order.
 * `isDear` is true if these take so long that the rest of them was left out.
 */
export function documentOf(
  state: ArrayBuffer | null,
  changes: readonly ArrayBuffer[] = [],
): { doc: Y.Doc; isDear: boolean } {
  const doc = new Y.Doc();
  // Creates the root type, so that an empty document has it too.
  doc.getText(ROOT);
  if (state !== null) Y.applyUpdate(doc, new Uint8Array(state));
  const isDear = isBeyond(MAX_COMPARISONS, () => {
    for (const update of changes) Y.applyUpdate(doc, new Uint8Array(update));
  });
  return { doc, isDear };
}

/** Returns true if loading the document takes too long; see textConflicts.ts. */
export function isDearToLoad(doc: Y.Doc): boolean {
  let parts = 0;
  for (const structs of doc.store.clients.values()) parts += structs.length;
  if (parts <= FEW_PARTS) return false;
  const state = new Uint8Array(stateOf(doc));
  return isBeyond(MAX_COMPARISONS_OF_STATE, () =>
    Y.applyUpdate(new Y.Doc(), state),
  );
}

function isBeyond(maxComparisons: number, work: () => void): boolean {
  try {
    Conflicts.withBound(maxComparisons, work);
    return false;
  } catch (error) {
    if (error instanceof Conflicts.TooManyConflicts) return true;
    throw error;
  }
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
  // The library makes room for as many parts as an update announces.
  if (decode(update) === null) throw new Error(NO_UPDATE);
  const made = changesOf(doc, () => {
    try {
      Conflicts.withBound(MAX_COMPARISONS, () =>
        Y.applyUpdate(doc, new Uint8Array(update)),
      );
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
  if (decoded.structs.length > MAX_UNTRIED) return null;
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

/** Returns the parts of an update; null if no page sends such a one. */
function decode(update: ArrayBuffer) {
  try {
    const decoded = Y.decodeUpdate(new Uint8Array(update));
    const isSound = decoded.structs.every(isOfText) && isOrderly(decoded.ds);
    return isSound ? decoded : null;
  } catch {
    return null;
  }
}

function isOfText(part: Y.AbstractStruct): boolean {
  if (!(part instanceof Y.Item)) return true;
  const { content, parentSub } = part;
  return (
    parentSub === null &&
    (content instanceof Y.ContentString || content instanceof Y.ContentDeleted)
  );
}

/** Each removal takes as long as what it removes, so none may be there twice. */
function isOrderly({ clients }: ReturnType<typeof Y.decodeUpdate>["ds"]) {
  return [...clients.values()].every((ranges) => {
    let end = 0;
    return ranges.every(({ clock, len }) => {
      const isNext = clock >= end;
      end = clock + len;
      return isNext;
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
