/**
 * Draws the pictures that cannot be SVG: `public/images/open-graph.png` and
 * `ticket.png` for link previews, from the words in `src/content/`, the fonts of
 * the site and the drawing of the hall; and the icons for places that know no SVG,
 * from the mark.
 * Run it after the mark or the event's name, days or city change:
 * `node .artwork/render.mjs`
 */
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { runnerImport } from "vite";

const root = resolve(import.meta.dirname, "..");
const { event } = await content("src/content/event.ts");
const { invitationImage, openGraphImage } = await content(
  "src/content/link-previews.ts",
);
const { formatDateLine } = await content("src/lib/time/format-date.ts");
const { findBrowser, launchBrowser } = await content("tests/e2e/browser.ts");

const { width, height, src } = openGraphImage;
const font = await inlined(
  "src/styles/fonts/anek-condensed-latin.woff2",
  "font/woff2",
);
const hall = await inlined(
  "public/images/hall-full-of-teams.svg",
  "image/svg+xml",
);
const markFile = await readFile(resolve(root, "public/mark.svg"), "utf8");
const markDrawing = markFile
  .replace(/<rect[^>]*>/, "")
  .replace(/<\/?svg[^>]*>/g, "");

const poster = (parts) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 630">
  <style>
    @font-face { font-family: Anek; src: url(${font}); font-weight: 600 800; }
    text { font-family: Anek; font-weight: 800; fill: #f6f0e2; }
  </style>
  <path fill="#050f10" d="M0 0h1200v630H0z"/>
  ${parts}
</svg>`;

const drawing = poster(`
  <defs>
    <clipPath id="plate"><path d="M640 40h484l36 36v514H676l-36-36z"/></clipPath>
  </defs>
  <g clip-path="url(#plate)">
    <image href="${hall}" x="-76" y="-277" width="1800" height="1012.5"/>
  </g>
  <path fill="none" stroke="#2d5052" stroke-width="3" d="M640 40h484l36 36v514H676l-36-36z"/>
  <g transform="translate(50 60) scale(1.9)">${markDrawing}</g>
  <text x="56" y="352" font-size="150" textLength="540" lengthAdjust="spacingAndGlyphs">${event.name.toUpperCase()}</text>
  <path fill="#ffb81c" d="M58 384h520l24 24v60H82l-24-24z"/>
  <text x="330" y="447" font-size="60" text-anchor="middle" letter-spacing="2" style="fill:#050f10">${event.format}</text>
  <text x="58" y="548" font-size="52" letter-spacing="1">${formatDateLine(event.firstDay, event.lastDay)} · ${event.city}</text>`);

/** The ticket of `/join`: three plates of the mark are taken, the fourth is open. */
const slots = [0, 1, 2, 3].map((slot) => {
  const frame = `d="M${70 + slot * 190} 420h140l24 24v96h-164z"`;
  return slot < 3
    ? `<path fill="#2d5052" ${frame}/>`
    : `<path fill="none" stroke="#ffb81c" stroke-width="4" stroke-dasharray="14 10" ${frame}/>`;
});
const ticket = poster(`
  <path fill="#0d2224" stroke="#2d5052" stroke-width="3" d="M40 76l36-36h1084v514l-36 36H40z"/>
  <path stroke="#2d5052" stroke-width="4" stroke-dasharray="4 14" d="M870 46v538"/>
  <text x="70" y="150" font-size="52" letter-spacing="2" style="fill:#ffb81c">${event.edition.toUpperCase()}</text>
  <text x="70" y="290" font-size="150">YOU ARE</text>
  <text x="70" y="390" font-size="100">INVITED TO A TEAM</text>
  ${slots.join("")}
  <g transform="translate(905 200) scale(3.4)">${markDrawing}</g>`);

const browser = await launchBrowser(await findBrowser());
try {
  await save(src, await picture(drawing, width, height));
  await save(invitationImage.src, await picture(ticket, width, height));
  await save("/apple-touch-icon.png", await picture(icon(180), 180, 180));
  for (const size of [192, 512])
    await save(`/icons/${size}.png`, await picture(icon(size), size, size));
  await save("/icons/maskable-512.png", await picture(maskable(512), 512, 512));
  await save("/favicon.ico", asIco(await picture(icon(32), 32, 32), 32));
} finally {
  await browser.close();
}

async function picture(svg, width, height) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot();
}

function icon(size) {
  return markFile.replace(
    /width="64" height="64">/,
    `width="${size}" height="${size}">`,
  );
}

/** Devices cut it to their own shape: what must be seen lies in the inner four fifths. */
function maskable(size) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">
    <path fill="#050f10" d="M0 0h64v64H0z"/>
    <g transform="translate(12.8 12.8) scale(0.6)">${markDrawing}</g>
  </svg>`;
}

/** An icon file of one picture: a header of 6 bytes, an entry of 16, the PNG. */
function asIco(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

function save(path, bytes) {
  return writeFile(resolve(root, `public${path}`), bytes);
}

async function content(path) {
  const { module } = await runnerImport(resolve(root, path));
  return module;
}

async function inlined(path, type) {
  const file = await readFile(resolve(root, path), "base64");
  return `data:${type};base64,${file}`;
}
