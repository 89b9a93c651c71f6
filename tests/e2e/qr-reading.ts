import type { Locator } from "playwright-core";
import decodeQR, { type FinderPoints, type Image } from "qr/decode.js";

/** What a decoder reads in a picture of a part of the page, and how the code stands in it. */
export type Reading = {
  text: string;
  /** The narrowest of the white edges on its four sides, in whole modules of the code. */
  quietModules: number;
};

/** Ample for a computer that is busy; a camera tries again with the next frame. */
const DECODING_MS = 10_000;

/** Reads the code in a screenshot. @throws if there is none */
export async function readQrCode(sheet: Locator): Promise<Reading> {
  const picture = await pixelsOf(sheet);
  let found: FinderPoints | undefined;
  const text = decodeQR(picture, {
    timeLimit: DECODING_MS,
    pointsOnDetect: (points) => {
      found = points;
    },
  });
  if (found === undefined) throw new Error("the decoder does not say where");
  return { text, quietModules: quietModulesOf(picture, found) };
}

/** Draws the screenshot in the page, which can decode pictures. */
async function pixelsOf(locator: Locator): Promise<Image> {
  const picture = (await locator.screenshot()).toString("base64");
  const { width, height, pixels } = await locator
    .page()
    .evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const { width, height } = bitmap;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("the page cannot draw");
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      let text = "";
      for (const byte of data) text += String.fromCharCode(byte);
      return { width, height, pixels: btoa(text) };
    }, picture);
  return { width, height, data: Buffer.from(pixels, "base64") };
}

/** Counts from each side of the code outwards for as long as whole rows and columns of pixels are white. */
function quietModulesOf(
  { width, height, data }: Image,
  { tl, bounds }: FinderPoints,
): number {
  const xs = bounds.map(({ x }) => Math.round(x));
  const ys = bounds.map(({ y }) => Math.round(y));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const isWhite = (x: number, y: number) => {
    const at = 4 * (y * width + x);
    return data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255;
  };
  const isColumnWhite = (x: number) =>
    range(top, bottom).every((y) => isWhite(x, y));
  const isRowWhite = (y: number) =>
    range(left, right).every((x) => isWhite(x, y));
  const widths = [
    whiteRun(range(0, left).toReversed(), isColumnWhite),
    whiteRun(range(right, width), isColumnWhite),
    whiteRun(range(0, top).toReversed(), isRowWhite),
    whiteRun(range(bottom, height), isRowWhite),
  ];
  // The outermost pixel is blended with what is around it.
  return Math.round((Math.min(...widths) + 1) / tl.moduleSize);
}

/** The decoder's edge of the code may be wrong by this many pixels. */
const MOST_WRONG = 4;

/** Returns how many lines in a row are white, from the first one that is. */
function whiteRun(
  lines: readonly number[],
  isLineWhite: (at: number) => boolean,
): number {
  const start = lines.findIndex((at) => isLineWhite(at));
  if (start === -1 || start > MOST_WRONG) return 0;
  const run = lines.slice(start).findIndex((at) => !isLineWhite(at));
  return run === -1 ? lines.length - start : run;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
}
