/** Which files are accepted as pictures: decided by every byte. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPicture } from "#convex/model/pictureFiles/check";
import { PictureFault } from "#convex/model/pictureFiles/parts";
import { MAX_PICTURE_BYTES } from "#convex/shared/limits";
import { concat, files, inserted, pngChunk, pngOf, u32 } from "./picture-files";

const kinds = Object.entries(files);

/** Why a file is refused. Anything but a refusal fails the test. */
function whyNot(bytes: Uint8Array): string {
  try {
    checkPicture(bytes);
  } catch (error) {
    if (error instanceof PictureFault) return error.message;
    throw error;
  }
  return "it is taken";
}

/** After IHDR, after SOI and JFIF, after the header of an extended WebP. */
const places = { png: 33, jpeg: 20, webp: 30 };

const exif = "Exif\0\0MM\0*\0\0\0\x08\0\x01";
const segment = (marker: string, body: string) =>
  concat(`\xff${marker}`, u32(body.length + 2).subarray(2), body);
const chunk = (name: string, body: string) =>
  concat(name, u32(body.length).toReversed(), body);

const times = (count: number, part: Uint8Array) =>
  Array<Uint8Array>(count).fill(part);

/** Replaces its one extent by two with offsets only, in the same number of bytes. */
function avifWithoutLengths(): Uint8Array {
  const table = String.fromCharCode(...files.avif).indexOf("iloc") + 4;
  const other = files.avif.slice();
  other[table + 4] = 0x40;
  other[table + 13] = 2;
  return other;
}

/** A WebP with an additional chunk, which its header counts. */
function webpWith(extra: Uint8Array): Uint8Array {
  const whole = concat(files.webp, extra);
  whole.set(u32(whole.length - 8).toReversed(), 4);
  return whole;
}

test.each([
  ["png", "image/png", 16, 8],
  ["jpeg", "image/jpeg", 16, 8],
  ["webp", "image/webp", 16, 8],
  ["webpWithAlpha", "image/webp", 16, 8],
  ["avif", "image/avif", 2, 2],
] as const)(
  "a %s is taken as it is, with its size",
  (kind, type, width, height) => {
    const { bytes, ...rest } = checkPicture(files[kind]);
    expect(rest).toEqual({ type, width, height });
    expect(bytes).toEqual(files[kind]);
  },
);

test("5 MB are taken, and a byte more is not", () => {
  expect(whyNot(pngOf(MAX_PICTURE_BYTES))).toBe("it is taken");
  expect(whyNot(pngOf(MAX_PICTURE_BYTES + 1))).toBe(
    "A picture can have at most 5 MB.",
  );
});

test.each([
  ["nothing", ""],
  ["a page", "<!doctype html><script>alert(1)</script>"],
  ["a drawing with a script", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["a GIF", "GIF89a\x01\0\x01\0\0\0\0;"],
  ["a PDF", "%PDF-1.7"],
  ["a page that begins like a picture's name", "PNG"],
])("%s is no picture", (_title, text) => {
  expect(whyNot(concat(text))).toBe(
    "This is not a PNG, JPEG, WebP or AVIF picture.",
  );
});

describe("a file that is also something else is refused", () => {
  const hidden = /^This file is not only a picture: it has a part/;
  const foreign = /^This file is not only a picture: something else hides/;
  const page = "<script>alert(1)</script>";
  test.each<[string, Uint8Array, RegExp]>([
    [
      "PNG with a text",
      inserted(files.png, places.png, pngChunk("tEXt", `Comment\0${page}`)),
      hidden,
    ],
    [
      "PNG with a chunk of its own kind",
      inserted(files.png, places.png, pngChunk("prVt", "PK\x03\x04")),
      hidden,
    ],
    [
      "JPEG with a comment",
      inserted(files.jpeg, places.jpeg, segment("\xfe", page)),
      hidden,
    ],
    [
      "JPEG with a part for one program",
      inserted(files.jpeg, places.jpeg, segment("\xe9", "secret")),
      hidden,
    ],
    [
      "JPEG with a second picture",
      inserted(files.jpeg, places.jpeg, segment("\xe2", "MPF\0")),
      hidden,
    ],
    [
      "JPEG with a table that is longer than its numbers",
      inserted(files.jpeg, places.jpeg, segment("\xdd", "\0\0more")),
      /damaged/,
    ],
    [
      "JPEG with a page in its Exif",
      inserted(files.jpeg, places.jpeg, segment("\xe1", exif + page)),
      foreign,
    ],
    [
      "WebP with a chunk of its own kind",
      webpWith(chunk("MINE", "ab")),
      hidden,
    ],
    [
      "WebP with a page in its Exif",
      webpWith(chunk("EXIF", `${page} `)),
      foreign,
    ],
    [
      "PNG with an archive in its pixels",
      concat(
        files.png.subarray(0, places.png),
        pngChunk("IDAT", "PK\x05\x06\0\0\0\0"),
        pngChunk("IEND", ""),
      ),
      foreign,
    ],
    [
      "AVIF with a box of its own kind",
      concat(files.avif, u32(12), "uuid", "more"),
      hidden,
    ],
    [
      "AVIF with bytes between its pixels",
      concat(
        files.avif.subarray(0, 0x112),
        u32(0x25 + 4),
        files.avif.subarray(0x116),
        "more",
      ),
      foreign,
    ],
  ])("%s", (_title, file, why) => {
    expect(whyNot(file)).toMatch(why);
  });

  test.each(kinds)("%s with anything after its end", (_kind, file) => {
    const ends = [page, "PK\x03\x04", "\0", "%PDF-1.7"].map((end) =>
      concat(end),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...ends), fc.uint8Array({ minLength: 1 })),
        (end) => {
          expect(whyNot(concat(file, end))).not.toBe("it is taken");
        },
      ),
    );
  });
});

test.each<[string, Uint8Array, Uint8Array]>([
  [
    "PNG",
    inserted(files.png, places.png, pngChunk("eXIf", "MM\0*GPS")),
    files.png,
  ],
  [
    "JPEG",
    inserted(files.jpeg, places.jpeg, segment("\xe1", `${exif}GPS`)),
    files.jpeg,
  ],
  ["WebP", webpWith(chunk("EXIF", "MM\0*GPS!")), files.webp],
])("what a camera wrote into a %s is taken out", (_kind, file, without) => {
  expect(checkPicture(file).bytes).toEqual(without);
});

test.each(kinds)("a %s that ends early is refused", (_kind, file) => {
  for (let length = 0; length < file.length; length++)
    expect(whyNot(file.subarray(0, length))).not.toBe("it is taken");
});

test.each(kinds)(
  "a %s with other bytes is a picture or refused, never an error",
  (_kind, file) => {
    const place = fc.nat({ max: file.length - 1 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1 }),
        (changes) => {
          const other = file.slice();
          for (const [at, byte] of changes) other[at] = byte;
          whyNot(other);
        },
      ),
      { numRuns: 1_000 },
    );
  },
);

test.each([
  ["moving PNG", inserted(files.png, places.png, pngChunk("acTL", u32(2)))],
  ["moving WebP", webpWith(chunk("ANIM", "\0\0\0\0\0\0"))],
])("a %s is refused", (_kind, file) => {
  expect(whyNot(file)).toBe(
    "Moving pictures are not taken. Choose a still one.",
  );
});

describe("a file that would keep its readers busy is refused", () => {
  const damaged = /damaged/;
  const scan = files.jpeg.lastIndexOf(0xff, files.jpeg.length - 3);
  test.each<[string, Uint8Array, RegExp]>([
    [
      "AVIF whose parts have no length, so that a table names any number of them",
      avifWithoutLengths(),
      damaged,
    ],
    [
      "AVIF with more boxes of pixels than one",
      concat(files.avif, u32(8), "mdat"),
      damaged,
    ],
    [
      "JPEG with more scans than a progressive one has",
      inserted(
        files.jpeg,
        scan,
        concat(
          ...Array.from({ length: 64 }, () =>
            concat(segment("\xda", "\x01\x01\0\0\x3f\0"), "a"),
          ),
        ),
      ),
      /too many layers/,
    ],
    ...(
      [
        ["PNG", "png", pngChunk("eXIf", "")],
        ["JPEG", "jpeg", segment("\xdd", "\0\0")],
      ] as const
    ).map(([name, kind, part]): [string, Uint8Array, RegExp] => [
      `${name} of many parts`,
      inserted(files[kind], places[kind], concat(...times(20_001, part))),
      /too many layers/,
    ]),
    [
      "WebP of many parts",
      webpWith(concat(...times(20_001, chunk("EXIF", "")))),
      /too many layers/,
    ],
    [
      "PNG whose header is cut",
      concat(
        files.png.subarray(0, 8),
        pngChunk("IHDR", u32(16)),
        files.png.subarray(places.png),
      ),
      /incomplete/,
    ],
  ])("%s", (_title, file, why) => {
    expect(whyNot(file)).toMatch(why);
  });
});

test.each([
  ["no pixels", 0, 8],
  ["a side that is too long", 8_193, 8],
  ["more pixels than a phone holds", 8_000, 8_000],
])("a picture of %s is refused", (_title, width, height) => {
  expect(whyNot(pngOf(200, width, height))).toMatch(/at most 8192 pixels/);
});
