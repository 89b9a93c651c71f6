import type { Duplex } from "node:stream";

/** Why nothing is read from a socket; each reason ends on its own. */
type Reason = "queued" | "in pieces" | "body" | "ended";

const held = new WeakMap<Duplex, Set<Reason>>();

/**
 * Reads nothing from a socket until `release` for the same reason, and for all
 * others. Node resumes the sockets of HTTP requests whenever it likes, so
 * `pause` alone does not last.
 */
export function hold(socket: Duplex, reason: Reason): void {
  const known = held.get(socket);
  const reasons = known ?? new Set();
  if (known === undefined) {
    held.set(socket, reasons);
    socket.on("resume", () => keepHeld(socket));
  }
  reasons.add(reason);
  socket.pause();
}

/** Pauses a socket that is held, whoever has resumed it. */
export function keepHeld(socket: Duplex): void {
  const reasons = held.get(socket);
  if (reasons !== undefined && reasons.size > 0) socket.pause();
}

/** Reads on from a socket when nothing else holds it. */
export function release(socket: Duplex, reason: Reason): void {
  const reasons = held.get(socket);
  if (reasons?.delete(reason) === true && reasons.size === 0) socket.resume();
}
