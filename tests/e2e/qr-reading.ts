import type { Locator } from "playwright-core";
import decodeQR, { type Image } from "qr/decode.js";

/** The text that a decoder reads from a screenshot, and the quiet zone of the code. */
export type Reading = {
  text: string;
  /** The narrowest of the white edges on its four sides, in whole modules of the code. */
  quietModules: number;
};

/** Generous, for a busy machine; a camera tries again with the next frame. */
const DECODING_MS = 10_000;

/**
 * Reads the code in a screenshot of the sheet, and measures its edges in one of its picture.
 * @throws if there is none
 */
export async function readQrCode(
  sheet: Locator,
  code: Locator,
): Promise<Reading> {
  let modules = 0;
  const text = decodeQR(await pixelsOf(sheet), {
    timeLimit: DECODING_MS,
    imageOnResult: (grid) => {
      modules = grid.width;
    },
  });
  return { text, quietModules: quietModulesOf(await pixelsOf(code), modules) };
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

/** Finds the dark modules in a picture of nothing but the code and its edges. */
function quietModulesOf(
  { width, height, data }: Image,
  modules: number,
): number {
  // The outermost pixels are blended with what is around the picture.
  const columns = range(1, width - 1);
  const rows = range(1, height - 1);
  const isDark = (x: number, y: number) =>
    [0, 1, 2].some((channel) => data[4 * (y * width + x) + channel] !== 255);
  const darkColumns = columns.filter((x) => rows.some((y) => isDark(x, y)));
  const darkRows = rows.filter((y) => columns.some((x) => isDark(x, y)));
  const [left = 0, right = 0] = [darkColumns[0], darkColumns.at(-1)];
  const [top = 0, bottom = 0] = [darkRows[0], darkRows.at(-1)];
  const narrowest = Math.min(left, top, width - 1 - right, height - 1 - bottom);
  return Math.round(narrowest / ((right + 1 - left) / modules));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}
