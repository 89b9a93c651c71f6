import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import {
  FREE_BYTES_PER_SOCKET,
  LARGE_MESSAGE_BYTES,
  LARGE_RESULT_BYTES,
  LINGER_MS,
  MAX_BUFFERED_CHUNKS,
  MAX_FRAGMENTS,
  MAX_FRAME_BYTES,
  MAX_SILENCE_BEFORE_CONNECT_MS,
  MAX_UNREAD_BYTES,
  MAX_UNREAD_MS,
  MAX_USER_MESSAGE_BYTES,
} from "../base/client-limits";
import { BusyError } from "../base/errors";
import { within } from "../base/timers";
import { turns } from "../base/turns";
import { SyncConnection, type SyncServices } from "../protocol/sync-connection";
import type { Admission, Guest } from "./admission";
import { inChunks } from "../protocol/server-messages";
import { sendMessage } from "./send-message";

/** Estimated memory for each received chunk, besides its bytes. */
const CHUNK_OVERHEAD_BYTES = 200;
const TICK_MS = 2_500;
const PING_AFTER_SILENCE_MS = 15_000;
const PROBE_EVERY_TICKS = 8;
const DROP_AFTER_SILENCE_MS = 120_000;

const GOING_AWAY = 1001;
const BAD_DATA = 1003;
const POLICY_VIOLATION = 1008;
const MESSAGE_TOO_BIG = 1009;
const TRY_AGAIN_LATER = 1013;

/** The version of Convex's npm package that a socket is for, and the first that joins TransitionChunks. */
const VERSION = /^\/api\/(\d+)\.(\d+)\./;
const JOINS_CHUNKS = [1, 28] as const;

class Client {
  connection!: SyncConnection;
  heardAtMs: number;
  /** Memory held for an incomplete message, in bytes. */
  unfinishedBytes = 0;
  /** Messages that wait for a turn, and what came after them. */
  inbox: string[] = [];
  inboxBytes = 0;
  /** Whether it is read no further until it has had its turn. */
  isWaiting = false;
  /** Whether its connection wants no more messages now. */
  isPaused = false;
  isHungUp = false;
  /** Bytes that are kept for its connection. */
  heldBytes = 0;
  /** Number of UTF-16 code units that were sent to it. */
  sent = 0;
  /** Progress of the reader: the amount it has read, and since when. */
  taken: { amount: number; sinceMs: number };

  constructor(
    readonly socket: WebSocket,
    readonly guest: Guest,
    readonly openedAtMs: number,
  ) {
    this.heardAtMs = openedAtMs;
    this.taken = { amount: 0, sinceMs: openedAtMs };
  }
}

/** The WebSocket endpoint. Gives each socket a SyncConnection and pings it. */
export class SyncServer {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_BUFFERED_CHUNKS,
    perMessageDeflate: false,
    // One message per turn of the event loop, so that a client that sends
    // thousands at once does not delay the others.
    allowSynchronousEvents: false,
  });
  readonly #clients = new Set<Client>();
  readonly #ticker: NodeJS.Timeout;
  #ticks = 0;
  #isClosing = false;

  constructor(
    private readonly services: SyncServices,
    private readonly admission: Admission,
  ) {
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    this.#ticker.unref();
  }

  get size(): number {
    return this.#clients.size;
  }

  /**
   * Accepts an upgrade request.
   *
   * @param address the client's address
   * @throws RequestError 503 when there are too many sockets
   */
  handleUpgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    address: string,
  ): void {
    let connection: SyncConnection | undefined;
    const guest = this.admission.admitSocket(address, () =>
      // Not now: it may be handling an event.
      setImmediate(() => connection?.evict() ?? stream.destroy()),
    );
    stream.once("close", () => guest.leave());
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      connection = this.#accept(socket, stream, guest, request.url ?? "");
    });
  }

  checkExpiry(): void {
    for (const { connection } of this.#clients) connection.checkExpiry();
  }

  /** Waits for running requests, at most `graceMs`, and closes all sockets. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#ticker);
    const finished = Promise.all(
      [...this.#clients].map(({ connection }) => connection.finish()),
    );
    await within(finished, graceMs);
    for (const client of this.#clients) {
      closeSocket(client.socket, GOING_AWAY, "ServerShutdown");
      setTimeout(() => client.socket.terminate(), graceMs).unref();
    }
    this.#server.close();
  }

  #accept(
    socket: WebSocket,
    stream: Duplex,
    guest: Guest,
    url: string,
  ): SyncConnection {
    const partsOf = joinsChunks(url) ? inChunks : (text: string) => [text];
    const { timers } = this.services;
    const client = new Client(socket, guest, timers.steadyNow());
    const connection = new SyncConnection(
      this.services,
      {
        send: (text) => {
          if (socket.readyState !== WebSocket.OPEN) return;
          // A small one is counted with the next event.
          const isLarge = text.length > LARGE_RESULT_BYTES;
          if (isLarge && !canHold(client, text.length))
            return hangUp(client, TRY_AGAIN_LATER, BusyError.code);
          for (const part of partsOf(text)) {
            client.sent += part.length;
            sendMessage(socket, stream, part);
          }
        },
        gather: () => {
          stream.cork();
          setImmediate(() => stream.uncork());
        },
        pause: () => {
          client.isPaused = true;
          socket.pause();
        },
        resume: () => {
          client.isPaused = false;
          if (!this.#isClosing) readOn(client);
        },
        close: (code, reason) => {
          if (code === TRY_AGAIN_LATER) return hangUp(client, code, reason);
          closeSocket(socket, code, reason);
        },
        identify: (person) => guest.identify(person),
        isStalled: () => socket.bufferedAmount > MAX_UNREAD_BYTES,
        hold: (bytes, subscribedBytes) => {
          client.heldBytes = bytes;
          guest.asker.isBusy = bytes + subscribedBytes > 0;
          return canHold(client) && guest.subscribed.hold(subscribedBytes);
        },
      },
      guest.asker,
    );
    client.connection = connection;
    this.#clients.add(client);
    // Before `ws`, which tells of complete messages only.
    stream.prependListener("data", (chunk: Buffer) => onBytes(client, chunk));
    stream.on("drain", () => connection.drained());
    socket.on("message", (data, isBinary) => {
      client.unfinishedBytes = 0;
      client.heardAtMs = timers.steadyNow();
      if (isBinary) socket.close(BAD_DATA, "BinaryFrame");
      else onMessage(client, textOf(data));
    });
    socket.on("pong", () => {
      client.heardAtMs = timers.steadyNow();
    });
    // For a bad frame it has been told why, and for a lost connection cannot be.
    socket.on("error", () => hangUp(client));
    socket.on("close", () => {
      this.#clients.delete(client);
      connection.closed();
    });
    return connection;
  }

  #tick(): void {
    const nowMs = this.services.timers.steadyNow();
    this.#ticks += 1;
    const isProbe = this.#ticks % PROBE_EVERY_TICKS === 0;
    for (const client of this.#clients) {
      const { socket, connection, heardAtMs } = client;
      connection.checkAdminKey();
      connection.pingAfter(PING_AFTER_SILENCE_MS);
      if (nowMs - heardAtMs > DROP_AFTER_SILENCE_MS) socket.terminate();
      else if (hasStoppedReading(client, nowMs)) socket.terminate();
      else if (!connection.hasConnected && isLate(client, nowMs)) {
        hangUp(client, POLICY_VIOLATION, "NoConnect");
      } else if (isProbe) socket.ping();
    }
  }
}

function joinsChunks(url: string): boolean {
  const [, major, minor] = VERSION.exec(url) ?? [];
  const [firstMajor, firstMinor] = JOINS_CHUNKS;
  return (
    Number(major) > firstMajor ||
    (Number(major) === firstMajor && Number(minor) >= firstMinor)
  );
}

/** Counts the bytes of an incomplete message, and enforces the limits. */
function onBytes(client: Client, chunk: Buffer): void {
  if (client.isHungUp) return;
  client.unfinishedBytes += chunk.length + CHUNK_OVERHEAD_BYTES;
  if (client.unfinishedBytes <= FREE_BYTES_PER_SOCKET) return;
  if (isTooLarge(client, client.unfinishedBytes)) refuseMessage(client);
  else if (!canHold(client)) hangUp(client, TRY_AGAIN_LATER, BusyError.code);
  else waitForTurn(client);
}

/**
 * Takes messages in their order: small ones at once while the server is not busy,
 * and others in turn with those of everybody else.
 */
function onMessage(client: Client, text: string): void {
  const { connection, inbox } = client;
  if (client.isHungUp) return;
  if (isTooLarge(client, text.length)) return refuseMessage(client);
  const isSmall = text.length <= LARGE_MESSAGE_BYTES;
  // To open the socket took longer than to read its first message does.
  const isAtOnce = !connection.hasConnected || !turns.isRoundOver;
  if (inbox.length === 0 && isSmall && isAtOnce) {
    return connection.receive(text);
  }
  inbox.push(text);
  client.inboxBytes += text.length;
  waitForTurn(client);
}

/** Reads nothing more from a client that has sent much until it is its turn. */
function waitForTurn(client: Client): void {
  const { inbox, guest } = client;
  const [text] = inbox;
  const isSmall = text !== undefined && text.length <= LARGE_MESSAGE_BYTES;
  // One small message is little; to stop and to go on takes time.
  if (!isSmall || inbox.length > 1) client.socket.pause();
  if (client.isWaiting) return;
  client.isWaiting = true;
  const { asker } = guest;
  void (isSmall ? turns.short(asker) : turns.long(asker)).then(() => {
    client.isWaiting = false;
    if (client.isHungUp) return;
    const next = client.inbox.shift();
    if (next !== undefined) {
      client.inboxBytes -= next.length;
      client.connection.receive(next);
    }
    if (client.inbox.length > 0) waitForTurn(client);
    else readOn(client);
  });
}

function readOn({ socket, isWaiting, isPaused, isHungUp }: Client): void {
  if (!isWaiting && !isPaused && !isHungUp) socket.resume();
}

function isTooLarge({ connection }: Client, bytes: number): boolean {
  return bytes > MAX_USER_MESSAGE_BYTES && !connection.isAdmin;
}

function refuseMessage(client: Client): void {
  hangUp(client, MESSAGE_TOO_BIG, "MessageTooBig");
}

/**
 * Accounts for a user's memory; false when there is no room for it.
 *
 * @param more bytes that are about to be sent
 */
function canHold(client: Client, more = 0): boolean {
  const { connection, socket, guest } = client;
  const received = client.unfinishedBytes + client.inboxBytes;
  const bytes = received + client.heldBytes + socket.bufferedAmount + more;
  return guest.bytes.hold(connection.isAdmin ? 0 : bytes);
}

function closeSocket(socket: WebSocket, code?: number, reason?: string): void {
  // A paused socket would not receive the client's close frame.
  socket.resume();
  socket.close(code, reason);
}

/** Reads no more of what the client sends, and ends the connection soon. */
function hangUp(client: Client, code?: number, reason?: string): void {
  const { socket } = client;
  client.isHungUp = true;
  client.inbox = [];
  socket.close(code, reason);
  socket.pause();
  setTimeout(() => socket.terminate(), LINGER_MS).unref();
}

function hasStoppedReading(client: Client, nowMs: number): boolean {
  const { socket, sent, taken } = client;
  const unsent = socket.bufferedAmount;
  const amount = sent - unsent;
  if (amount > taken.amount || unsent <= FREE_BYTES_PER_SOCKET) {
    client.taken = { amount, sinceMs: nowMs };
  }
  return nowMs - client.taken.sinceMs > MAX_UNREAD_MS;
}

function isLate({ openedAtMs }: Client, nowMs: number): boolean {
  return nowMs - openedAtMs > MAX_SILENCE_BEFORE_CONNECT_MS;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString();
}
