import type { Id } from "#convex/_generated/dataModel";

/** Nobody answered: the line was lost, or nothing moved on it for too long. */
export class LineLost extends Error {}

/** Too many upload at once; the deployment takes the file in a moment. */
export class Busy extends Error {}

/**
 * Uploads a file. A `fetch` would not tell how much has left.
 * @param onSent called with the bytes that have left so far
 * @throws LineLost, also if the signal aborts it; Busy
 */
export function sendFile(
  address: string,
  file: Blob,
  { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<Id<"_storage">> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lose = () => reject(new LineLost("the upload got no answer"));
    request.open("POST", address);
    request.setRequestHeader("Content-Type", file.type);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onerror = lose;
    request.onabort = lose;
    request.onload = () => {
      const answer = request.response as { storageId?: Id<"_storage"> } | null;
      const { status } = request;
      if (answer?.storageId !== undefined) resolve(answer.storageId);
      else if (status === 429 || status === 503) reject(new Busy());
      else reject(new Error(`the upload failed: ${status}`));
    };
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.send(file);
  });
}
