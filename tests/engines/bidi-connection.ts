import { EventEmitter, once } from "node:events";
import { WebSocket } from "ws";

type Message =
  | { type: "success"; id: number; result: unknown }
  | { type: "error"; id: number | null; error: string; message: string }
  | { type: "event"; method: string; params: unknown };

type Waiting = {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
};

/** Commands and events of WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) =>
      this.#receive(JSON.parse(data.toString())),
    );
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) {
        reject(new Error("the browser hung up"));
      }
    });
  }

  static async open(address: string): Promise<BidiConnection> {
    const socket = new WebSocket(address);
    await once(socket, "open");
    return new BidiConnection(socket);
  }

  /** @throws Error with the browser's words if it refuses, or if it is gone */
  send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {
        resolve: (result) => resolve(result as Result),
        reject,
      });
      this.#socket.send(JSON.stringify({ id, method, params }), (error) => {
        if (error) reject(error);
      });
    });
  }

  on<Params>(event: string, listen: (params: Params) => void): void {
    this.#events.on(event, listen);
  }

  close(): void {
    this.#socket.close();
  }

  #receive(message: Message): void {
    if (message.type === "event") {
      this.#events.emit(message.method, message.params);
      return;
    }
    const waiting = this.#waiting.get(message.id ?? 0);
    this.#waiting.delete(message.id ?? 0);
    if (message.type === "success") waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  }
}
