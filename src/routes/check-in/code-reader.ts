/** Reads QR codes in pictures: by the browser's own detector where it reads them, else by a worker with `qr`'s decoder. */

/** What both ways take. */
export type Picture = HTMLVideoElement | ImageBitmap;

export type CodeReader = {
  /** @returns the text of a code in the picture; null if there is none */
  read(picture: Picture): Promise<string | null>;
  close(): void;
};

/** Not in TypeScript's library: few browsers have it. */
type BarcodeDetector = {
  detect(picture: Picture): Promise<readonly { rawValue: string }[]>;
};
declare global {
  var BarcodeDetector:
    | {
        new (options: { formats: readonly string[] }): BarcodeDetector;
        getSupportedFormats(): Promise<readonly string[]>;
      }
    | undefined;
}

const FORMAT = "qr_code";

/** The longer side of what the decoder gets: a pass across a third of it has five pixels a module. */
const LONGEST_SIDE = 1024;

export async function openCodeReader(): Promise<CodeReader> {
  let detector = await ownDetector();
  let decoder: CodeReader | undefined;
  return {
    async read(picture) {
      try {
        const found = await detector?.detect(picture);
        if (found !== undefined) return found[0]?.rawValue ?? null;
      } catch {
        // Some phones have the detector without the service behind it.
        detector = undefined;
      }
      return (decoder ??= openDecoder()).read(picture);
    },
    close: () => decoder?.close(),
  };
}

/** Reads the code in a photo. @returns its text; null if none is readable */
export async function readPhoto(photo: Blob): Promise<string | null> {
  const reader = await openCodeReader();
  try {
    return await reader.read(await createImageBitmap(photo));
  } catch {
    // No picture.
    return null;
  } finally {
    reader.close();
  }
}

async function ownDetector(): Promise<BarcodeDetector | undefined> {
  const Detector = globalThis.BarcodeDetector;
  try {
    const formats = (await Detector?.getSupportedFormats()) ?? [];
    return Detector && formats.includes(FORMAT)
      ? new Detector({ formats: [FORMAT] })
      : undefined;
  } catch {
    return undefined;
  }
}

function openDecoder(): CodeReader {
  const worker = new Worker(new URL("./decode.worker.ts", import.meta.url), {
    type: "module",
  });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return {
    read(picture) {
      const [fullWidth, fullHeight] =
        picture instanceof HTMLVideoElement
          ? [picture.videoWidth, picture.videoHeight]
          : [picture.width, picture.height];
      const scale = Math.min(1, LONGEST_SIDE / Math.max(fullWidth, fullHeight));
      const width = Math.round(fullWidth * scale);
      const height = Math.round(fullHeight * scale);
      if (context === null || width === 0 || height === 0)
        return Promise.resolve(null);
      canvas.width = width;
      canvas.height = height;
      context.drawImage(picture, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data: text }: MessageEvent<string | null>) =>
          resolve(text);
        worker.onerror = () => reject(new Error("no decoder"));
        worker.postMessage({ width, height, data }, [data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}
