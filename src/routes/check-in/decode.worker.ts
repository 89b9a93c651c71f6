/** Reads QR codes for browsers that cannot, beside the page's own thread: a cheap phone takes a tenth of a second. */
import { decodeQR, type Image } from "qr/decode.js";

/** How long a picture without a readable code may be searched. */
const DECODING_MS = 150;

addEventListener("message", ({ data }: MessageEvent<Image>) => {
  postMessage(textIn(data));
});

function textIn(image: Image): string | null {
  try {
    return decodeQR(image, { timeLimit: DECODING_MS });
  } catch {
    // No code in it.
    return null;
  }
}
