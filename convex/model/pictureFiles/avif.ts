/**
 * AVIF (https://aomediacodec.github.io/av1-avif/, boxes of ISO/IEC 14496-12 and
 * 23008-12): one picture with its alpha channel or tiles, whose extents cover every
 * byte of the file.
 */
import {
  fault,
  faults,
  hiddenPart,
  MAX_PROFILE_BYTES,
  PictureFault,
  Reader,
  requireSize,
  type CheckedPicture,
} from "./parts";

/** A box with its name; `from` and `to` delimit its content. */
type Box = { name: string; from: number; to: number };
type Span = { from: number; to: number };

const IN_FILE = ["ftyp", "meta", "mdat"];
const IN_META = ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat"];
const PROPERTIES = [
  "ispe",
  "pixi",
  "av1C",
  "colr",
  "auxC",
  "irot",
  "imir",
  "pasp",
  "clap",
  "clli",
  "a1op",
  "lsel",
];
/** More than the tables of a picture with many tiles and a profile need. */
const MAX_META_BYTES = 4 * MAX_PROFILE_BYTES;
const MAX_NAME_BYTES = 128;
/**
 * Holds one or two numbers or the stream's header; profiles have a bound of their own.
 */
const MAX_PROPERTY_BYTES = 256;

export function readAvif(bytes: Uint8Array): CheckedPicture {
  const file = new Reader(bytes);
  const boxes = boxesIn(file, { from: 0, to: file.length }, IN_FILE);
  const { from, to } = one(boxes, "ftyp");
  if (to - from > MAX_NAME_BYTES) hiddenPart("ftyp");
  const brands = file.text(from, to - from);
  if (brands.startsWith("avis")) fault("animated");
  if (!brands.includes("avif")) fault("unknownType");
  const meta = one(boxes, "meta");
  if (meta.to - meta.from > MAX_META_BYTES) hiddenPart("meta");
  const inside = boxesIn(file, { ...meta, from: meta.from + 4 }, IN_META);
  const handler = one(inside, "hdlr");
  if (handler.to - handler.from > MAX_NAME_BYTES) hiddenPart("hdlr");
  if (file.text(handler.from + 8, 4) !== "pict") fault("damaged");
  requireOnlyPictures(file, one(inside, "iinf"));
  const places = placesOf(file, one(inside, "iloc"));
  requireNothingLeft(places.file, oneAtMost(boxes, "mdat"));
  const table = oneAtMost(inside, "idat");
  const start = table?.from ?? 0;
  requireNothingLeft(
    places.table.map(({ from, to }) => ({
      from: start + from,
      to: start + to,
    })),
    table,
  );
  const size = sizeOf(file, one(inside, "pitm"), one(inside, "iprp"));
  requireSize(size.width, size.height);
  return { type: "image/avif", ...size, bytes };
}

/** Reads consecutive boxes up to the end; unknown ones are refused. */
function boxesIn(file: Reader, { from, to }: Span, known: string[]): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const size = file.u32(at);
    const name = file.text(at + 4, 4);
    // Size 0 means "to the end", size 1 a 64-bit size: both are refused.
    if (!known.includes(name) || size < 8) foreignBox(name, at, from);
    if (at + size > to) fault("incomplete");
    boxes.push({ name, from: at + 8, to: at + size });
    at += size;
  }
  return boxes;
}

/** A box that no picture has is data after its end or hidden in it. */
function foreignBox(name: string, at: number, from: number): never {
  if (["moov", "moof"].includes(name)) fault("animated");
  if (!/^[a-z0-9]{4}$/i.test(name)) {
    throw new PictureFault(at > from ? faults.trailing : faults.damaged);
  }
  hiddenPart(name);
}

/** Every item is an image or a grid of images. */
function requireOnlyPictures(file: Reader, { from, to }: Box): void {
  const isLong = file.u8(from) > 0;
  const start = from + 4 + (isLong ? 4 : 2);
  for (const entry of boxesIn(file, { from: start, to }, ["infe"])) {
    const version = file.u8(entry.from);
    if (version !== 2 && version !== 3) fault("damaged");
    const at = entry.from + 4 + (version === 2 ? 4 : 6);
    const type = file.text(at, 4);
    if (!["av01", "grid"].includes(type)) hiddenPart(type);
    if (entry.to - at > MAX_NAME_BYTES) hiddenPart("infe");
  }
}

/** The items' extents, in the file and in the box `idat`. */
function placesOf(file: Reader, { from, to }: Box) {
  const version = file.u8(from);
  if (version > 2) fault("damaged");
  const sizes = file.u16(from + 4);
  const [offset, length, base, index] = [12, 8, 4, 0].map(
    (shift) => (sizes >> shift) & 15,
  ) as [number, number, number, number];
  // A length of 0 bytes means "to the end": any number of such extents would cost no
  // bytes.
  if (length === 0) fault("damaged");
  const places: { file: Span[]; table: Span[] } = { file: [], table: [] };
  let at = from + 6;
  const next = (size: number) => {
    if (at + size > to || size > 8) fault("damaged");
    at += size;
    return file.uint(at - size, size);
  };
  for (let left = next(version < 2 ? 2 : 4); left > 0; left--) {
    next(version < 2 ? 2 : 4);
    const method = version > 0 ? next(2) & 15 : 0;
    if (next(2) !== 0 || method > 1) fault("damaged");
    const start = next(base);
    for (let extents = next(2); extents > 0; extents--) {
      if (version > 0) next(index);
      const first = start + next(offset);
      const span = { from: first, to: first + next(length) };
      (method === 0 ? places.file : places.table).push(span);
    }
  }
  if (at !== to) fault("damaged");
  return places;
}

/** Whether the spans lie in the box and cover it. */
function requireNothingLeft(spans: Span[], box: Span | undefined): void {
  const { from, to } = box ?? { from: 0, to: 0 };
  let covered = from;
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    if (span.from < from || span.to > to) fault("incomplete");
    if (span.from <= covered) covered = Math.max(covered, span.to);
  }
  if (covered < to) fault("foreign");
}

/** The size of the primary item after its rotation. */
function sizeOf(file: Reader, primary: Box, { from, to }: Box) {
  const parts = boxesIn(file, { from, to }, ["ipco", "ipma"]);
  const properties = boxesIn(file, one(parts, "ipco"), PROPERTIES);
  for (const { name, from, to } of properties) {
    const most = name === "colr" ? MAX_PROFILE_BYTES : MAX_PROPERTY_BYTES;
    if (to - from > most) hiddenPart(name);
  }
  const wanted = file.uint(
    primary.from + 4,
    file.u8(primary.from) === 0 ? 2 : 4,
  );
  const own = associationsOf(file, one(parts, "ipma"), wanted).map(
    (nth) => properties[nth - 1],
  );
  const extent = own.find((box) => box?.name === "ispe") ?? fault("damaged");
  const turn = own.find((box) => box?.name === "irot");
  const width = file.u32(extent.from + 4);
  const height = file.u32(extent.from + 8);
  const isOnItsSide = turn !== undefined && file.u8(turn.from) % 2 === 1;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}

/** The properties of each item: indexes into `ipco`, from 1. */
function associationsOf(file: Reader, { from, to }: Box, wanted: number) {
  const idSize = file.u8(from) === 0 ? 2 : 4;
  const isWide = (file.u8(from + 3) & 1) === 1;
  let at = from + 8;
  const found: number[] = [];
  for (let left = file.u32(from + 4); left > 0; left--) {
    const item = file.uint(at, idSize);
    const count = file.u8(at + idSize);
    at += idSize + 1;
    for (let nth = 0; nth < count; nth++) {
      if (at >= to) fault("damaged");
      const place = isWide ? file.u16(at) & 0x7fff : file.u8(at) & 0x7f;
      if (item === wanted) found.push(place);
      at += isWide ? 2 : 1;
    }
  }
  return found;
}

function one(boxes: Box[], name: string): Box {
  return oneAtMost(boxes, name) ?? fault("incomplete");
}

function oneAtMost(boxes: Box[], name: string): Box | undefined {
  const [box, another] = boxes.filter(({ name: other }) => other === name);
  if (another !== undefined) fault("damaged");
  return box;
}
