/** The pass as a picture to keep: a phone with no battery to spare shows it from its photos. */
import encode from "qr";
import type { Pass } from "#convex/checkIns/shared/checkIns";
import { event } from "../../content/event";
import { dateAndCity, type Keepsake } from "./keepsake-of";

const WIDTH = 1080;
const MARGIN = 72;
const QUIET_ZONE = 4;

/** Bright, whatever the theme: a picture is also printed. */
const PAPER = { ground: "#fff", ink: "#000", lit: "#000" };

/** The colours of the dark theme: what is shared is seen on screens. */
const STADIUM = { ground: "#050f10", ink: "#f6f0e2", lit: "#ffb81c" };

const DISPLAY = '800 SIZEpx "Anek Condensed", "Arial Narrow", sans-serif';
const TEXT = '600 SIZEpx "Instrument Sans", sans-serif';

type Line = { words: string; font: string; size: number; isLit?: boolean };

/** @throws if the browser cannot draw */
export async function drawPass(pass: Pass): Promise<Blob> {
  const { text, name, teamName, college } = pass;
  const lines = [
    { words: event.edition, font: DISPLAY, size: 48 },
    { words: name, font: DISPLAY, size: 128 },
    { words: teamName ?? "", font: TEXT, size: 56 },
    { words: college, font: TEXT, size: 44 },
  ];
  return draw(lines, PAPER, text);
}

/** A card to share. @throws if the browser cannot draw */
export async function drawKeepsake(keepsake: Keepsake): Promise<Blob> {
  const { name, teamName, projectName, lines: results } = keepsake;
  const lines = [
    { words: event.edition, font: DISPLAY, size: 56 },
    { words: name, font: DISPLAY, size: 160 },
    { words: teamName, font: TEXT, size: 56 },
    ...results.map((result) => {
      const words = result.toUpperCase();
      return { words, font: DISPLAY, size: 128, isLit: true };
    }),
    { words: projectName, font: TEXT, size: 64 },
    { words: dateAndCity, font: TEXT, size: 40 },
  ];
  return draw(lines, STADIUM);
}

/** Draws the lines that have words, and the code below them. */
async function draw(all: readonly Line[], colours: typeof PAPER, code = "") {
  const lines = all.filter(({ words }) => words !== "");
  await Promise.allSettled(
    lines.map(({ words, font, size }) =>
      document.fonts.load(at(font, size), words),
    ),
  );
  const canvas = document.createElement("canvas");
  const width = WIDTH - 2 * MARGIN;
  canvas.width = WIDTH;
  canvas.height =
    lines.reduce((sum, { size }) => sum + size * 1.25, 2 * MARGIN) +
    (code ? width : 0);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = "top";
  let y = MARGIN;
  for (const { words, font, size, isLit } of lines) {
    context.fillStyle = isLit ? colours.lit : colours.ink;
    // Long names shrink: an edge would cut them.
    context.font = at(font, size);
    const wide = context.measureText(words).width;
    const fitting = Math.min(size, (size * width) / Math.max(wide, 1));
    context.font = at(font, Math.floor(fitting));
    context.fillText(words, MARGIN, y);
    y += size * 1.25;
  }
  if (code) drawCode(context, code, y);
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("no picture"))),
      "image/png",
    );
  });
}

/** Whole pixels a module, so that no edge is grey. */
function drawCode(
  context: CanvasRenderingContext2D,
  text: string,
  top: number,
) {
  const data = encode(text, "raw", { border: QUIET_ZONE });
  const { length: size } = data;
  const scale = Math.floor((WIDTH - 2 * MARGIN) / size);
  const left = Math.floor((WIDTH - scale * size) / 2);
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark)
        context.fillRect(left + x * scale, top + y * scale, scale, scale);
    }),
  );
}

const at = (font: string, size: number) => font.replace("SIZE", String(size));
