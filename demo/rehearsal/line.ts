import WebSocket from "ws";

/** Where nothing answers. */
const NOWHERE = "ws://127.0.0.1:9";

/** A device's line, which can be cut; it is over the sockets of a client, so the client notices as a phone's does. */
export class Line {
  #awayUntil = 0;
  readonly #sockets = new Set<WebSocket>();

  /** For the client's option `webSocketConstructor`. */
  readonly socket: typeof globalThis.WebSocket;

  constructor() {
    const isAway = () => Date.now() < this.#awayUntil;
    const sockets = this.#sockets;
    class Cuttable extends WebSocket {
      constructor(url: string) {
        super(isAway() ? NOWHERE : url);
        sockets.add(this);
        this.once("close", () => sockets.delete(this));
      }
    }
    // The client uses what both have.
    this.socket = Cuttable as unknown as typeof globalThis.WebSocket;
  }

  /** Ends all connections, and lets none begin for a while. */
  cut(ms: number): void {
    this.#awayUntil = Date.now() + ms;
    for (const socket of this.#sockets) socket.terminate();
  }
}
