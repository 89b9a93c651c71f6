/** What the readers of all picture formats share. */
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE,
} from "../../shared/limits";

export type PictureType =
  "image/png" | "image/jpeg" | "image/webp" | "image/avif";

/** A file that is a picture and nothing else. */
export type CheckedPicture = {
  type: PictureType;
  /** In pixels, as it is shown. */
  width: number;
  height: number;
  /** The file without metadata of cameras and programs. */
  bytes: Uint8Array;
};

/** Why a file is refused; the message is a sentence for its owner. */
export class PictureFault extends Error {}

/**
 * The maximum size of a colour profile; those of screens and cameras are far smaller.
 */
export const MAX_PROFILE_BYTES = 64 * 1024;

export const faults = {
  unknownType: "This is not a PNG, JPEG, WebP or AVIF picture.",
  tooLarge: `A picture can have at most ${MAX_PICTURE_BYTES / 2 ** 20} MB.`,
  incomplete: "This picture is incomplete: its file ends too early.",
  damaged: "This picture is damaged.",
  intricate: "This picture has too many layers. Save it again as a plain one.",
  animated: "Moving pictures are not taken. Choose a still one.",
  trailing: "This file is not only a picture: something follows its end.",
  foreign: "This file is not only a picture: something else hides in it.",
} as const;

export function fault(kind: keyof typeof faults): never {
  throw new PictureFault(faults[kind]);
}

/** Real files have hundreds at most; a million take seconds to read. */
const MAX_PARTS = 20_000;

/** Refuses a file that has more chunks or segments than any picture needs. */
export function requireFew(parts: number): void {
  if (parts > MAX_PARTS) fault("intricate");
}

/** Refuses a part that is not needed to show the picture. */
export function hiddenPart(name: string): never {
  const shown = /^[\w ]{1,8}$/.test(name) ? ` (${name.trim()})` : "";
  throw new PictureFault(
    `This file is not only a picture: it has a part that is not seen${shown}. Save it again without metadata.`,
  );
}

/** @throws PictureFault for a picture that no screen shows or no phone holds */
export function requireSize(width: number, height: number): void {
  if (
    width < 1 ||
    height < 1 ||
    width > MAX_PICTURE_SIDE ||
    height > MAX_PICTURE_SIDE ||
    width * height > MAX_PICTURE_PIXELS
  )
    throw new PictureFault(
      `A picture can have at most ${MAX_PICTURE_SIDE} pixels on each side and ${MAX_PICTURE_PIXELS / 1e6} megapixels.`,
    );
}

/** Reads numbers and names; beyond the end, the picture is incomplete. */
export class Reader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    this.#require(at, 1);
    return this.#view.getUint8(at);
  }

  u16(at: number, isLittle = false): number {
    this.#require(at, 2);
    return this.#view.getUint16(at, isLittle);
  }

  u32(at: number, isLittle = false): number {
    this.#require(at, 4);
    return this.#view.getUint32(at, isLittle);
  }

  /** An unsigned integer of up to eight bytes. */
  uint(at: number, size: number): number {
    let value = 0;
    for (let nth = 0; nth < size; nth++)
      value = value * 256 + this.u8(at + nth);
    return value;
  }

  /** As Latin-1. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.part(at, at + length));
  }

  part(from: number, to: number): Uint8Array {
    this.#require(from, to - from);
    return this.bytes.subarray(from, to);
  }

  #require(at: number, length: number): void {
    if (at < 0 || length < 0 || at + length > this.bytes.length)
      fault("incomplete");
  }
}

/** Concatenates parts of a file. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
