import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { turns } from "../base/turns";

/** How long other clients have the server to themselves after a costly read. */
const BREATHER_MS = 30;

const held = new WeakMap<Duplex, boolean>();
const newcomers: Socket[] = [];
let isReadingNewcomers = false;
let costlyReads = 0;

/**
 * Reads nothing from a socket until `release`. Node resumes the sockets of HTTP
 * requests whenever it likes, so `pause` alone does not last.
 */
export function hold(socket: Duplex): void {
  if (!held.has(socket)) {
    socket.on("resume", () => {
      if (held.get(socket) === true) socket.pause();
    });
  }
  held.set(socket, true);
  socket.pause();
}

/** Reads on from a socket. */
export function release(socket: Duplex): void {
  if (held.get(socket) !== true) return;
  held.set(socket, false);
  socket.resume();
}

/**
 * Reads from new connections one after the other. What has arrived on one is
 * parsed in one go, up to 64 KiB, which takes 20 ms if someone means ill; then
 * the next ones wait a little, and open connections are served.
 */
export function readInTurn(socket: Socket): void {
  // Before it is first resumed, a pause has no effect.
  socket.once("resume", () => {
    hold(socket);
    newcomers.push(socket);
    if (!isReadingNewcomers) void readNewcomers();
  });
}

/** Reports that what was read of a connection took long for what it was. */
export function noteCostlyRead(): void {
  costlyReads += 1;
}

async function readNewcomers(): Promise<void> {
  isReadingNewcomers = true;
  for (;;) {
    await turns.long();
    const before = costlyReads;
    const next = newcomers.shift();
    if (next === undefined) break;
    release(next);
    // It is read in between.
    await turns.long();
    if (costlyReads > before) await breather();
  }
  isReadingNewcomers = false;
}

function breather(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, BREATHER_MS);
  });
}
