import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  FREE_UNREAD_REQUEST_BYTES,
  MIN_PART_BYTES,
  PIECE_BYTES,
} from "../base/client-limits";
import { Quota, type QuotaLimits, type Share } from "../base/quota";
import { turns } from "../base/turns";
import { hold, keepHeld, release } from "./held-socket";
import { neighbourhoodOf, plainAddress } from "./ip-network";
import { Newcomers } from "./newcomers";
import { RequestBounds, type Stretch } from "./request-bounds";
import type { TrustedProxies } from "./trusted-proxies";

/** As a number, it is found in a tenth of the time. */
const LINE_FEED = "\n".charCodeAt(0);
const MAX_LINES_PER_PIECE = PIECE_BYTES / MIN_PART_BYTES;

/** What stands before the parser of a connection, until an upgrade. */
const gates = new WeakMap<
  Socket,
  { gate: (bytes: Buffer) => void; bounds: RequestBounds; unread: Share }
>();
const newcomers = new Newcomers();
/** Connections of proxies, each of which may be anybody's. */
const proxied = new WeakSet<Duplex>();

type Options = {
  /** Connections that an address may have; beyond, they are closed at once. */
  maxConnections: number;
  /**
   * What may have arrived of requests that are not parsed completely; beyond it,
   * connections are ended.
   */
  maxUnread: QuotaLimits;
  /** Their addresses have no limits: all visitors share them. */
  proxies: TrustedProxies;
};

/**
 * Makes `server` read from new connections one after the other, and from each one
 * request at a time: the next is parsed when the one before is answered. What costs
 * much is parsed in pieces. Node parses up to 64 KiB in one go, which takes 20 ms if
 * they are a body in parts of a byte, and begins hundreds of requests at once.
 */
export function readInPieces(
  server: Server,
  { maxConnections, maxUnread, proxies }: Options,
): void {
  const unread = new Quota(maxUnread);
  const places = new Quota({ perAddress: maxConnections, total: Infinity });
  server.on("connection", (socket) => {
    const isProxied = proxies.trusts(plainAddress(socket.remoteAddress ?? ""));
    const owner = isProxied ? null : addressOf(socket);
    if (isProxied) proxied.add(socket);
    const place = places.open(owner);
    if (place.hold(1) !== null) return void socket.destroy();
    socket.once("close", () => place.close());
    standBeforeParser(socket, unread.open(owner, FREE_UNREAD_REQUEST_BYTES));
    // Before it is first resumed, a pause has no effect.
    socket.once("resume", () => {
      hold(socket, "queued");
      newcomers.add(addressOf(socket), () => release(socket, "queued"));
    });
  });
  server.prependListener("request", (request, response) => {
    gates.get(request.socket)?.bounds.begin(request, response);
  });
  server.prependListener("upgrade", (_request, socket: Socket) => {
    const known = gates.get(socket);
    if (known === undefined) return;
    socket.off("data", known.gate);
    known.unread.close();
  });
}

/** Reports that a connection is refused for what it made the server read. */
export function noteCostlyRead(socket: Duplex): void {
  if (proxied.has(socket)) return;
  newcomers.noteCostlyRead(addressOf(socket));
}

/**
 * Takes the place of the listener that gives the parser what was read. That a
 * listener is added makes Node read through the stream, and not past it.
 */
function standBeforeParser(socket: Socket, unread: Share): void {
  const [parse] = socket.listeners("data");
  if (parse === undefined) return;
  const bounds = new RequestBounds();
  const readOn = () => release(socket, "in pieces");
  let isItsTurn = false;
  const asker = { address: addressOf(socket), client: "http" };
  socket.once("close", () => unread.close());
  const readInTurn = () => {
    void turns.long(asker).then(() => {
      isItsTurn = true;
      readOn();
    });
  };
  const gate = (bytes: Buffer) => {
    const { length, kind } = lengthOfPiece(bytes, bounds, isItsTurn);
    isItsTurn = false;
    const piece = bytes.subarray(0, length);
    if (length > 0) bounds.take(piece, kind);
    const unreadBytes = bounds.unfinishedBytes + bytes.length - length;
    if (unread.hold(unreadBytes) !== null) {
      noteCostlyRead(socket);
      return void socket.destroy();
    }
    if (length === bytes.length) {
      return void parse.call(socket, piece);
    }
    // First, because an upgrade gives back what it has not parsed.
    hold(socket, "in pieces");
    socket.unshift(bytes.subarray(length));
    if (length > 0) parse.call(socket, piece);
    if (bounds.isAnswering) bounds.onAnswered(readInTurn);
    else if (kind === "head" && bounds.isInRequest) readOn();
    else readInTurn();
    // The end of a request has resumed it.
    keepHeld(socket);
  };
  gates.set(socket, { gate, bounds, unread });
  socket.on("data", gate);
  socket.removeListener("data", parse as (bytes: Buffer) => void);
}

/** Of what has arrived, what can be parsed now. */
function lengthOfPiece(
  bytes: Buffer,
  bounds: RequestBounds,
  isItsTurn: boolean,
): Stretch {
  if (bounds.isAnswering) return { length: 0, kind: "unknown" };
  const stretch = bounds.stretchOf(bytes);
  if (stretch.kind === "plain body") return stretch;
  const cheap = cheapLength(bytes.subarray(0, stretch.length));
  if (cheap === stretch.length) return stretch;
  const length = cheap === 0 && isItsTurn ? PIECE_BYTES : cheap;
  return {
    length,
    kind: stretch.kind === "head" ? "unfinished head" : stretch.kind,
  };
}

/**
 * How much of the bytes costs little to parse: up to the first piece of many
 * short lines. A part of a body has two line ends and a request has several; each
 * part or line takes a microsecond or two.
 */
function cheapLength(bytes: Buffer): number {
  let at = bytes.indexOf(LINE_FEED);
  for (let start = 0; start + PIECE_BYTES < bytes.length;) {
    const end = start + PIECE_BYTES;
    let lines = 0;
    for (; at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
    if (lines > MAX_LINES_PER_PIECE) return start;
    if (at < 0) return bytes.length;
    start = end;
  }
  return bytes.length;
}

function addressOf(socket: Duplex): string {
  const { remoteAddress = "" } = socket as Partial<Socket>;
  return neighbourhoodOf(remoteAddress);
}
