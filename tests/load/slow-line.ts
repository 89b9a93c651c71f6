/**
 * A bad line between a browser and a server: a TCP proxy with a delay, lost segments and little bandwidth. The browser's
 * own throttling does not cover WebSockets.
 *
 * What it models of TCP: a connection costs one round trip, a sender starts with ten segments and doubles each round
 * trip, a lost segment holds back all that follow it in its connection, and all connections share the bandwidth.
 */
import {
  connect,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { randomOf } from "../../demo/functions/random";

export type LineQuality = {
  roundTripMs: number;
  /** The share of segments that have to be sent again. */
  loss: number;
  /** In each direction. */
  bitsPerSecond: number;
};

const SEGMENT_BYTES = 1_460;
const FIRST_WINDOW_BYTES = 10 * SEGMENT_BYTES;

/** What a sender waits beyond a round trip if nothing tells it of the loss. */
const TIMEOUT_MS = 200;

/** What a sender waits for the answer to its first packet. */
const FIRST_TIMEOUT_MS = 1_000;

/** `away`: nothing connects, and connections are reset. `silent`: packets vanish, and no connection ends. */
type State = "up" | "away" | "silent";

export class SlowLine {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #lanes = new Set<Lane>();
  #state: State = "up";

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * @param target the server's address, `http://127.0.0.1:PORT`
   * @param seed two lines with the same seed lose the same segments
   */
  static async open(
    target: string,
    quality: LineQuality = PERFECT,
    seed = 1,
  ): Promise<SlowLine> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve),
    );
    const line = new SlowLine(server);
    const random = randomOf(seed);
    const isLost = () => random() < quality.loss;
    const up = { quality, isLost, road: new Road(quality.bitsPerSecond) };
    const down = { quality, isLost, road: new Road(quality.bitsPerSecond) };
    server.on("connection", (near) => {
      if (line.#state === "away") return near.destroy();
      const far = connect({
        port: Number(new URL(target).port),
        host: "127.0.0.1",
        allowHalfOpen: true,
      });
      const handshakeMs =
        quality.roundTripMs + (isLost() ? FIRST_TIMEOUT_MS : 0);
      line.#join(near, far, up, handshakeMs);
      line.#join(far, near, down, 0);
    });
    return line;
  }

  /** Resets all connections and lets nobody connect. */
  cut(): void {
    this.#state = "away";
    this.drop();
  }

  /** From now on packets vanish in both directions, and no connection ends. */
  silence(): void {
    this.#state = "silent";
  }

  /** Undoes `cut` and `silence`. */
  restore(): void {
    this.#state = "up";
    for (const lane of this.#lanes) lane.send();
  }

  /** Resets all connections, as a network does that forgets them. */
  drop(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.drop();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(from: Socket, to: Socket, direction: Direction, startMs: number) {
    const lane = new Lane(to, direction, startMs, () => this.#state === "up");
    this.#lanes.add(lane);
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on("data", (data: Buffer) => lane.take(data));
    from.on("end", () => lane.end());
    from.on("error", () => to.destroy());
    from.on("close", () => {
      this.#lanes.delete(lane);
      this.#sockets.delete(from);
    });
  }
}

const PERFECT: LineQuality = {
  roundTripMs: 0,
  loss: 0,
  bitsPerSecond: Number.POSITIVE_INFINITY,
};

type Direction = {
  quality: LineQuality;
  isLost: () => boolean;
  road: Road;
};

/** The bandwidth of one direction, which all connections share. */
class Road {
  readonly #bitsPerSecond: number;
  #freeAtMs = 0;

  constructor(bitsPerSecond: number) {
    this.#bitsPerSecond = bitsPerSecond;
  }

  /** @returns when the last of these bytes has left */
  pass(bytes: number): number {
    const start = Math.max(performance.now(), this.#freeAtMs);
    this.#freeAtMs = start + (bytes * 8 * 1_000) / this.#bitsPerSecond;
    return this.#freeAtMs;
  }
}

/** One direction of one connection. */
class Lane {
  readonly #to: Socket;
  readonly #direction: Direction;
  readonly #isUp: () => boolean;
  readonly #opensAtMs: number;
  readonly #waiting: Buffer[] = [];
  readonly #flying: Buffer[] = [];
  /** In order, and not yet handed over because the line is silent. */
  readonly #arrived: Buffer[] = [];
  #hasEnded = false;
  #onTheWay = 0;
  #window = FIRST_WINDOW_BYTES;
  #arrivesAtMs = 0;

  constructor(
    to: Socket,
    direction: Direction,
    startMs: number,
    isUp: () => boolean,
  ) {
    this.#to = to;
    this.#direction = direction;
    this.#isUp = isUp;
    this.#opensAtMs = performance.now() + startMs;
  }

  take(data: Buffer): void {
    for (let start = 0; start < data.length; start += SEGMENT_BYTES) {
      this.#waiting.push(data.subarray(start, start + SEGMENT_BYTES));
    }
    this.send();
  }

  end(): void {
    this.#hasEnded = true;
    this.send();
  }

  /** Hands over what has arrived and sends what the window allows. */
  send(): void {
    if (!this.#isUp()) return;
    for (const segment of this.#arrived.splice(0)) this.#to.write(segment);
    while (this.#onTheWay < this.#window) {
      const segment = this.#waiting.shift();
      if (segment === undefined) break;
      this.#sendSegment(segment);
    }
    const isDone = this.#waiting.length === 0 && this.#onTheWay === 0;
    if (this.#hasEnded && isDone) this.#to.end();
  }

  #sendSegment(segment: Buffer): void {
    const { quality, isLost, road } = this.#direction;
    const oneWayMs = quality.roundTripMs / 2;
    const now = performance.now();
    let delayMs = road.pass(segment.length) - now + oneWayMs;
    if (isLost()) {
      const isNoticed = this.#waiting.length >= 3;
      delayMs += quality.roundTripMs + (isNoticed ? 0 : TIMEOUT_MS);
      this.#window = Math.max(FIRST_WINDOW_BYTES, this.#window / 2);
    }
    delayMs += Math.max(0, this.#opensAtMs - now);
    this.#arrivesAtMs = Math.max(this.#arrivesAtMs, now + delayMs);
    this.#onTheWay += segment.length;
    this.#flying.push(segment);
    setTimeout(() => {
      // Timers of different lengths may fire in another order.
      this.#arrived.push(...this.#flying.splice(0, 1));
      this.send();
      setTimeout(() => {
        this.#onTheWay -= segment.length;
        this.#window += segment.length;
        this.send();
      }, oneWayMs);
    }, this.#arrivesAtMs - now);
  }
}
