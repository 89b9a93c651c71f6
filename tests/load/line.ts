import WebSocket from "ws";

/** Where nothing answers. */
const NOWHERE = "ws://127.0.0.1:9";

/**
 * A device's line, which can be cut, slow and silent; it is over the sockets of a client, so the client notices as a
 * phone's does.
 */
export class Line {
  #awayUntil = 0;
  #silentUntil = 0;
  /** How long what is sent is on its way, in each direction. */
  delayMs = 0;
  readonly #sockets = new Set<WebSocket>();

  /** For the client's option `webSocketConstructor`. */
  readonly socket: typeof globalThis.WebSocket;

  constructor() {
    const isAway = () => Date.now() < this.#awayUntil;
    const arrivesAt = () =>
      Math.max(Date.now() + this.delayMs, this.#silentUntil);
    const sockets = this.#sockets;
    class Bad extends WebSocket {
      readonly #up = new Lane();
      readonly #down = new Lane();

      constructor(url: string) {
        super(isAway() ? NOWHERE : url);
        sockets.add(this);
        this.once("close", () => sockets.delete(this));
      }

      override send(data: string): void {
        this.#up.pass(arrivesAt(), () => {
          if (this.readyState === WebSocket.OPEN) super.send(data);
        });
      }

      override emit(event: string | symbol, ...args: unknown[]): boolean {
        if (event !== "message") return super.emit(event, ...args);
        this.#down.pass(arrivesAt(), () => {
          if (this.readyState === WebSocket.OPEN) super.emit(event, ...args);
        });
        return true;
      }
    }
    // The client uses what both have.
    this.socket = Bad as unknown as typeof globalThis.WebSocket;
  }

  /** Ends all connections, and lets none begin for a while. */
  cut(ms: number): void {
    this.#awayUntil = Date.now() + ms;
    for (const socket of this.#sockets) socket.terminate();
  }

  /** For a while nothing arrives, and no connection ends. */
  silence(ms: number): void {
    this.#silentUntil = Date.now() + ms;
  }
}

/** Delivers in order. */
class Lane {
  #last = Promise.resolve();
  #waiting = 0;

  pass(atMs: number, deliver: () => void): void {
    if (this.#waiting === 0 && atMs <= Date.now()) return deliver();
    this.#waiting++;
    this.#last = this.#last.then(async () => {
      const leftMs = Math.max(0, atMs - Date.now());
      await new Promise((after) => setTimeout(after, leftMs));
      this.#waiting--;
      deliver();
    });
  }
}
