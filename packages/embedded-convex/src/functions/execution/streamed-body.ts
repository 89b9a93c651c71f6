import { currentFrame } from "../calls/current-frame";
import type { Frame } from "../calls/frame";

/** Read ahead of the client, so that short answers need no action to wait. */
const READ_AHEAD_BYTES = 256 * 1024;

/** A response whose body is read in the frame of its HTTP action. */
export type StreamedResponse = {
  /** To be sent instead of the original. */
  response: Response;
  /** Resolves at the end of the body; rejects when reading it fails. */
  ended: Promise<void>;
  /** Ends the body with an error. */
  fail(error: unknown): void;
};

/**
 * Makes the end of a response's body known. When the client leaves, the body is
 * read to its end all the same, because the code that writes it may have more to
 * do.
 *
 * @param onChunk called with each part of the body
 */
export function streamBody(
  original: Response,
  frame: Frame,
  onChunk: (chunk: Uint8Array) => void,
): StreamedResponse | null {
  const { body, status, statusText, headers } = original;
  if (body === null) return null;
  const reader = body.getReader();
  const read = () => currentFrame.run(frame, () => reader.read());
  let end = (): void => undefined;
  let fail = (_error: unknown): void => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const readOn = async (): Promise<void> => {
    while (!(await read()).done);
  };
  let hasLeft = false;
  let target: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        target = controller;
      },
      pull: async (controller) => {
        try {
          const { done, value } = await read();
          // The client left meanwhile, and the rest is read for its own sake.
          if (hasLeft) return;
          if (!done) {
            onChunk(value);
            return controller.enqueue(value);
          }
          controller.close();
          end();
        } catch (error) {
          controller.error(error);
          fail(error);
        }
      },
      cancel: () => {
        hasLeft = true;
        void readOn().then(end, fail);
      },
    },
    {
      highWaterMark: READ_AHEAD_BYTES,
      size: (chunk) => chunk.byteLength,
    },
  );
  const init = { status, statusText, headers };
  return {
    response: new Response(stream, init),
    ended,
    fail: (error) => target?.error(error),
  };
}
