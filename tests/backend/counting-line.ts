import type { ConvexClient } from "convex/browser";
import WebSocket from "ws";
import { newClient } from "../../packages/embedded-convex/tests/engine/test-server";

/** An unmodified client, and the bytes that its socket receives, as they are before any compression. */
export class CountingLine {
  readonly client: ConvexClient;
  /** Of all messages. */
  bytes = 0;
  /** Of the largest one. */
  largest = 0;

  constructor(url: string) {
    const note = (bytes: number) => {
      this.bytes += bytes;
      this.largest = Math.max(this.largest, bytes);
    };
    class Counting extends WebSocket {
      constructor(address: string) {
        super(address);
        this.on("message", (data: Buffer) => note(data.length));
      }
    }
    this.client = newClient(url, {
      webSocketConstructor: Counting as unknown as typeof globalThis.WebSocket,
    });
  }
}
