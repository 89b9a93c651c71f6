/**
 * Yjs documents and updates, without the database. A document has one text and nothing
 * else.
 */
import * as Y from "yjs";
import { MAX_TEXT_UPDATE_PAGES } from "../../shared/limits";
import * as Conflicts from "./conflicts";

/** The name of the document's only root type; pages use the same. */
const ROOT = "description";
/** The Yjs client id of the deployment; its own changes are sequential. */
const OWN_CLIENT = 1;

/** Somebody's update is none that a page sends. */
export class NoUpdate extends Error {
  constructor(options?: ErrorOptions) {
    super("this is no update of a description", options);
  }
}

/**
 * An update that inserts in more places is applied to the document before it is stored.
 * Others are stored as they are, so all of them since the last merge, each compared with
 * all parts of the document, must be quick to apply.
 */
const MAX_UNTRIED_PLACES = 2;
/** An update with more insertions and removals is merged at once; see `MAX_PARTS`. */
const MAX_UNMERGED_PARTS = 8;
/** An update with more bytes likewise. */
const LARGE_UPDATE_BYTES = 8 * 1024;
/**
 * For one update that is tried: some 10 ms. If the changes since the last merge need
 * more together, they are merged. Hundreds of changes by four people at once make less
 * than half.
 */
const MAX_COMPARISONS = 25_000;
/** A document that needs more to be loaded loses its past when it is merged. */
const MAX_COMPARISONS_OF_STATE = 20_000;
/** A document with fewer parts never needs so many. */
const FEW_PARTS = 200;
/**
 * A document with more parts loses its past when it is merged: an insertion made by hand
 * can be compared with all of them. Four people who write a text of full length, with
 * corrections, make some 2,000.
 */
const MAX_PARTS = 3_000;

/**
 * Returns the document that results from a state and the changes since, in order.
 * `isDear` is true if these took long. None is left out even then, because each was
 * acknowledged; what is stored untried is bounded instead.
 */
export function documentOf(
  state: ArrayBuffer | null,
  changes: readonly ArrayBuffer[] = [],
): { doc: Y.Doc; isDear: boolean } {
  const doc = new Y.Doc();
  // Creates the root type, so that an empty document has it too.
  doc.getText(ROOT);
  if (state !== null) Y.applyUpdate(doc, new Uint8Array(state));
  const comparisons = Conflicts.comparisonsOf(() => {
    for (const update of changes) Y.applyUpdate(doc, new Uint8Array(update));
  });
  return { doc, isDear: comparisons > MAX_COMPARISONS };
}

/** Returns true if loading the document, or adding to it, can take too long. */
export function isDearToLoad(doc: Y.Doc): boolean {
  let parts = 0;
  for (const structs of doc.store.clients.values()) parts += structs.length;
  if (parts <= FEW_PARTS) return false;
  if (parts > MAX_PARTS) return true;
  const state = new Uint8Array(stateOf(doc));
  try {
    Conflicts.comparisonsOf(
      () => Y.applyUpdate(new Y.Doc(), state),
      MAX_COMPARISONS_OF_STATE,
    );
    return false;
  } catch (error) {
    if (error instanceof Conflicts.TooManyConflicts) return true;
    throw error;
  }
}

/** Returns true if reading an update can take milliseconds. */
export function isLong(update: ArrayBuffer): boolean {
  return update.byteLength > LARGE_UPDATE_BYTES;
}

/** Returns true if an update has to be merged at once. */
export function isLarge(update: ArrayBuffer): boolean {
  const decoded = decode(update);
  if (decoded === null || isLong(update)) return true;
  const removals = [...decoded.ds.clients.values()].flat().length;
  return placesIn(decoded.structs) + removals > MAX_UNMERGED_PARTS;
}

/**
 * Returns in how many places parts are inserted: each keystroke is a part, but continues
 * the one before.
 */
function placesIn(parts: readonly Y.AbstractStruct[]): number {
  return parts.filter((part, index) => {
    const before = parts[index - 1];
    if (!(part instanceof Y.Item) || !(before instanceof Y.Item)) return true;
    const { client, clock } = before.lastId;
    const continuesIt =
      Y.compareIDs(part.id, Y.createID(client, clock + 1)) &&
      Y.compareIDs(part.origin, before.lastId) &&
      Y.compareIDs(part.rightOrigin, before.rightOrigin);
    return !continuesIt;
  }).length;
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

/** Returns false, without the document, for what cannot be an update of a page. */
export function isReadable(update: ArrayBuffer): boolean {
  // The library makes room for as many parts as an update announces.
  return decode(update) !== null;
}

/**
 * Applies somebody's update, which is readable.
 * @returns its new part as one update; null if there was none
 * @throws NoUpdate
 */
export function apply(doc: Y.Doc, update: ArrayBuffer): ArrayBuffer | null {
  const made = changesOf(doc, () => {
    try {
      Conflicts.comparisonsOf(
        () => Y.applyUpdate(doc, new Uint8Array(update)),
        MAX_COMPARISONS,
      );
    } catch (error) {
      throw new NoUpdate({ cause: error });
    }
  });
  requireSound(doc);
  return made;
}

/**
 * Returns true if the update has text whose numbers the document knows with other text,
 * which Yjs would leave out without a word: a member has used the numbers of somebody
 * else's page in an update made by hand. An update that is sent again after its text
 * was removed cannot be told from that.
 */
export function isForestalled(doc: Y.Doc, update: ArrayBuffer): boolean {
  const parts = decode(update)?.structs ?? [];
  return parts.some((part) => {
    if (!(part instanceof Y.Item)) return false;
    const { id, length, content } = part;
    if (!(content instanceof Y.ContentString)) return false;
    const end = Math.min(id.clock + length, Y.getState(doc.store, id.client));
    let known = "";
    while (id.clock + known.length < end) {
      const clock = id.clock + known.length;
      const there = Y.getItem(doc.store, Y.createID(id.client, clock));
      if (!(there.content instanceof Y.ContentString)) return true;
      known += there.content.str.slice(clock - there.id.clock);
    }
    const overlap = Math.max(0, end - id.clock);
    return content.str.slice(0, overlap) !== known.slice(0, overlap);
  });
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
  if (placesIn(decoded.structs) > MAX_UNTRIED_PLACES) return null;
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
    const { structs, ds } = decoded;
    const clients = new Set(structs.map(({ id }) => id.client));
    const isSound = structs.every(isOfText) && isOrderly(ds);
    return isSound && clients.size <= MAX_TEXT_UPDATE_PAGES ? decoded : null;
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
  if (!isText || !isWhole || doc.share.size !== 1) throw new NoUpdate();
}

function bytesOf(update: Uint8Array): ArrayBuffer {
  return update.slice().buffer as ArrayBuffer;
}
