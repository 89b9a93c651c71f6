/**
 * Prepares a file for upload: scales the picture, and makes a smaller one for lists. Both are encoded again, so
 * metadata of the camera (place, owner, device) never leaves this computer.
 */
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE,
  MAX_THUMBNAIL_SIDE,
} from "#convex/projects/shared/pictures";

export type PreparedPicture = { picture: Blob; thumbnail: Blob };

/** Why a file cannot be used; the message is a sentence. */
export class PictureTrouble extends Error {}

/** The types that the file input accepts. */
export const ACCEPTED = "image/png,image/jpeg,image/webp,image/avif";

const LONG_SIDE = 2_000;
/** Of a panorama and of the screenshot of a whole page, which are read along their long side. */
const SHORT_SIDE = 800;
/** Longer ones would be a line. */
const MAX_RATIO = 25;
/** What browsers open in a few seconds, and phones have memory for. */
const MAX_OPENED_PIXELS = 120_000_000;
const THUMBNAIL_WIDTH = 720;
const QUALITIES = [0.86, 0.7, 0.5];
const THUMBNAIL_QUALITY = 0.8;
/** Larger than any camera's files, which would only freeze the browser. */
const MAX_FILE_BYTES = 60 * 2 ** 20;

/** @throws PictureTrouble */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  if (file.size > MAX_FILE_BYTES)
    throw new PictureTrouble(`${file.name} is too large to be opened here.`);
  await checkSize(file);
  const bitmap = await opened(file);
  try {
    const long = Math.max(bitmap.width, bitmap.height);
    const short = Math.min(bitmap.width, bitmap.height);
    const scale = Math.min(
      1,
      MAX_PICTURE_SIDE / long,
      Math.max(LONG_SIDE / long, SHORT_SIDE / short),
    );
    const large = drawn(bitmap, bitmap.width * scale);
    // A screenshot of a whole page is taller than lists show anything.
    const tallest = (MAX_THUMBNAIL_SIDE / large.height) * large.width;
    const thumbnail = long > 4 * short ? MAX_THUMBNAIL_SIDE : THUMBNAIL_WIDTH;
    return {
      picture: await picked(large),
      // Link previews support JPEG best, and most pictures have no transparency.
      thumbnail: await encoded(
        drawn(bitmap, Math.min(thumbnail, large.width, tallest), isFlat),
        "image/jpeg",
        THUMBNAIL_QUALITY,
      ),
    };
  } finally {
    bitmap.close();
  }
}

/** Of its header alone: a few kilobytes may hold so many pixels that opening them stops the page. */
async function checkSize(file: File): Promise<void> {
  const reader = new FileReader();
  const image = new Image();
  // What cannot be read is told by `opened`.
  await new Promise((resolve) => {
    reader.onerror = image.onload = image.onerror = resolve;
    reader.onload = () => (image.src = reader.result as string);
    reader.readAsDataURL(file);
  });
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height > MAX_OPENED_PIXELS)
    throw new PictureTrouble(
      `${file.name} has ${Math.round((width * height) / 1e6)} megapixels. Choose one with at most ${MAX_OPENED_PIXELS / 1e6}.`,
    );
  if (Math.max(width, height) > MAX_RATIO * Math.min(width, height))
    throw new PictureTrouble(
      `${file.name} is too long and narrow to be seen here: ${width} by ${height} pixels.`,
    );
}

async function opened(file: File): Promise<ImageBitmap> {
  try {
    // With the rotation that the camera recorded applied.
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new PictureTrouble(
      `Your browser cannot open ${file.name} as a picture. Choose a PNG, JPEG, WebP or AVIF.`,
    );
  }
}

const isFlat = true;

/** @param flat draws on the page's background instead of transparency */
function drawn(
  bitmap: ImageBitmap,
  wantedWidth: number,
  flat = false,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(wantedWidth));
  canvas.height = Math.max(
    1,
    Math.round((bitmap.height * canvas.width) / bitmap.width),
  );
  const context = canvas.getContext("2d");
  if (context === null)
    throw new PictureTrouble("Your browser cannot draw pictures here.");
  if (flat) {
    context.fillStyle = getComputedStyle(
      document.documentElement,
    ).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Encodes as WebP or, where the browser cannot, as JPEG, with lower quality until it fits. */
async function picked(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of QUALITIES) {
    const webp = await encoded(canvas, "image/webp", quality);
    const picture =
      webp.type === "image/webp"
        ? webp
        : await encoded(canvas, "image/jpeg", quality);
    if (picture.size <= MAX_PICTURE_BYTES) return picture;
  }
  throw new PictureTrouble("This picture stays larger than 5 MB.");
}

function encoded(
  canvas: HTMLCanvasElement,
  type: string,
  quality: number,
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob === null
          ? reject(new PictureTrouble("This picture is too large."))
          : resolve(blob),
      type,
      quality,
    );
  });
}
