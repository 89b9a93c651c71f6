import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { SyncConnection, type SyncServices } from "../protocol/sync-connection";

const MIB = 1024 * 1024;
/** A mutation's arguments may take 16 MiB; the rest is the message around. */
const MAX_FRAME_BYTES = 17 * MIB;
/** Unsent bytes at which a client gets no more Transitions until it reads. */
const MAX_BUFFERED_BYTES = 4 * MIB;
const TICK_MS = 2_500;
const PING_AFTER_SILENCE_MS = 15_000;
const PROBE_EVERY_TICKS = 8;
const DROP_AFTER_SILENCE_MS = 120_000;

const GOING_AWAY = 1001;
const BAD_DATA = 1003;

type Client = {
  socket: WebSocket;
  connection: SyncConnection;
  heardAtMs: number;
};

/** The WebSocket endpoint: gives each socket a SyncConnection and a pulse. */
export class SyncServer {
  readonly #services: SyncServices;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  readonly #clients = new Set<Client>();
  readonly #ticker: NodeJS.Timeout;
  #ticks = 0;
  #isClosing = false;

  constructor(services: SyncServices) {
    this.#services = services;
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    this.#ticker.unref();
  }

  /** How many sockets are open. */
  get size(): number {
    return this.#clients.size;
  }

  /** Takes over the socket of an upgrade request. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#isClosing) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      this.#accept(webSocket, socket),
    );
  }

  /** Lets requests under way finish, for `graceMs` at most, and hangs up. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#ticker);
    const finished = Promise.all(
      [...this.#clients].map(({ connection }) => connection.finish()),
    );
    await within(finished, graceMs);
    for (const { socket } of this.#clients) {
      socket.resume();
      socket.close(GOING_AWAY, "ServerShutdown");
      setTimeout(() => socket.terminate(), graceMs).unref();
    }
    this.#server.close();
  }

  #accept(socket: WebSocket, stream: Duplex): void {
    const connection = new SyncConnection(this.#services, {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      gather: () => {
        stream.cork();
        setImmediate(() => stream.uncork());
      },
      pause: () => socket.pause(),
      resume: () => {
        if (!this.#isClosing) socket.resume();
      },
      close: (code, reason) => {
        // A paused socket would not hear the answer to its goodbye.
        socket.resume();
        socket.close(code, reason);
      },
      isStalled: () => socket.bufferedAmount > MAX_BUFFERED_BYTES,
    });
    const { clock } = this.#services;
    const client = { socket, connection, heardAtMs: clock.now() };
    this.#clients.add(client);
    socket.on("message", (data, isBinary) => {
      client.heardAtMs = clock.now();
      if (isBinary) socket.close(BAD_DATA, "BinaryFrame");
      else connection.receive(textOf(data));
    });
    socket.on("pong", () => {
      client.heardAtMs = clock.now();
    });
    stream.on("drain", () => connection.drained());
    // Bad frames and lost connections end in `close`, which says it all.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#clients.delete(client);
      connection.closed();
    });
  }

  #tick(): void {
    const nowMs = this.#services.clock.now();
    this.#ticks += 1;
    const isProbe = this.#ticks % PROBE_EVERY_TICKS === 0;
    for (const { socket, connection, heardAtMs } of this.#clients) {
      connection.checkAdminKey();
      connection.pingAfter(PING_AFTER_SILENCE_MS);
      if (nowMs - heardAtMs > DROP_AFTER_SILENCE_MS) socket.terminate();
      else if (isProbe) socket.ping();
    }
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString();
}

/** Resolves with `work`, or after `graceMs` without it. */
async function within(work: Promise<unknown>, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}
