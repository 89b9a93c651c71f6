import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import encode from "qr";
import { inject, onTestFinished } from "vitest";
import { launchBrowser, UNOPTIMISED } from "./browser";

const WIDTH = 640;
const HEIGHT = 480;
/** How bright the parts of the picture are, in video's range. */
const TABLE = 90;
const DARK = 16;
const WHITE = 235;
const NO_COLOUR = 128;

/** A browser whose camera shows a QR code with this text; it is closed when the test ends. */
export async function browserThatSees(text: string): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), "camera-"));
  const file = join(folder, "pass.y4m");
  writeFileSync(file, videoOf(text));
  const browser = await launchBrowser(
    inject("browser"),
    UNOPTIMISED,
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${file}`,
  );
  onTestFinished(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  return browser;
}

/** One frame, which the browser repeats: brightness by pixel, then no colour at a quarter of the size, twice. */
function videoOf(text: string): Buffer {
  const data = encode(text, "raw", { border: 4 });
  const { length: size } = data;
  const scale = Math.floor((HEIGHT * 0.8) / size);
  const left = Math.floor((WIDTH - size * scale) / 2);
  const top = Math.floor((HEIGHT - size * scale) / 2);
  const pixels = WIDTH * HEIGHT;
  const frame = Buffer.alloc(pixels + pixels / 2, NO_COLOUR);
  for (let at = 0; at < pixels; at++) {
    const x = Math.floor(((at % WIDTH) - left) / scale);
    const y = Math.floor((Math.floor(at / WIDTH) - top) / scale);
    const isDark = data[y]?.[x];
    frame[at] = isDark === undefined ? TABLE : isDark ? DARK : WHITE;
  }
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`),
    Buffer.from("FRAME\n"),
    frame,
  ]);
}
