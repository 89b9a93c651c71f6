import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { MIN_PART_BYTES, PIECE_BYTES } from "../base/client-limits";
import { turns } from "../base/turns";
import { hold, keepHeld, release } from "./held-socket";
import { Newcomers } from "./newcomers";

const LINE_END = "\r\n";
const MAX_LINES_PER_PIECE = PIECE_BYTES / MIN_PART_BYTES;

/** The listeners that stand before the server's parser, until an upgrade. */
const gates = new WeakMap<Socket, (bytes: Buffer) => void>();
const newcomers = new Newcomers();

/**
 * Makes `server` read from new connections one after the other, and from each in
 * pieces where that costs much. Node parses up to 64 KiB in one go, which takes
 * 20 ms if they are a body in parts of a byte, or two thousand requests.
 */
export function readInPieces(server: Server): void {
  server.on("connection", (socket) => {
    standBeforeParser(socket);
    // Before it is first resumed, a pause has no effect.
    socket.once("resume", () => {
      hold(socket, "queued");
      newcomers.add(addressOf(socket), () => release(socket, "queued"));
    });
  });
  server.prependListener("upgrade", (_request, socket: Socket) => {
    const gate = gates.get(socket);
    if (gate !== undefined) socket.off("data", gate);
  });
}

/** Reports that a connection is refused for what it made the server read. */
export function noteCostlyRead(socket: Duplex): void {
  newcomers.noteCostlyRead(addressOf(socket));
}

/**
 * Takes the place of the listener that gives the parser what was read. That a
 * listener is added makes Node read through the stream, and not past it.
 */
function standBeforeParser(socket: Socket): void {
  const [parse] = socket.listeners("data");
  if (parse === undefined) return;
  let isItsTurn = false;
  const gate = (bytes: Buffer) => {
    const atOnce = cheapLength(bytes);
    if (atOnce === bytes.length) return void parse.call(socket, bytes);
    const length = atOnce === 0 && isItsTurn ? PIECE_BYTES : atOnce;
    isItsTurn = false;
    // First, because an upgrade gives back what it has not parsed.
    hold(socket, "in pieces");
    socket.unshift(bytes.subarray(length));
    void turns.long().then(() => {
      isItsTurn = true;
      release(socket, "in pieces");
    });
    if (length > 0) parse.call(socket, bytes.subarray(0, length));
    // The end of a request has resumed it.
    keepHeld(socket);
  };
  gates.set(socket, gate);
  socket.on("data", gate);
  socket.removeListener("data", parse as (bytes: Buffer) => void);
}

/**
 * How much of the bytes costs little to parse: up to the first piece of many
 * short lines. A part of a body has two line ends and a request has several; each
 * part or line takes a microsecond or two.
 */
function cheapLength(bytes: Buffer): number {
  let at = bytes.indexOf(LINE_END);
  for (let start = 0; start + PIECE_BYTES < bytes.length;) {
    const end = start + PIECE_BYTES;
    let lines = 0;
    for (; at >= 0 && at < end; at = bytes.indexOf(LINE_END, at + 2)) lines++;
    if (lines > MAX_LINES_PER_PIECE) return start;
    if (at < 0) return bytes.length;
    start = end;
  }
  return bytes.length;
}

function addressOf(socket: Duplex): string {
  return "remoteAddress" in socket ? String(socket.remoteAddress) : "";
}
