import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import * as z from "zod";
import { MAX_CONNECTIONS } from "../base/client-limits";
import { consoleLogger } from "../base/logger";
import { FairShares, type Share } from "../base/fair-shares";
import { neighbourhoodOf, plainAddress } from "../base/ip-network";
import { TrustedProxies } from "../http/trusted-proxies";

/**
 * Timeouts of the server. Requests that arrive too slowly are aborted. Idle
 * connections stay open longer than proxies keep theirs (nginx: 60 seconds), so
 * that a proxy sends no request over a connection that the server is closing.
 */
export const patience = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * File descriptors for all else: 25 from the start, those that the store opens while
 * it compacts, and connections of up to 64 actions.
 */
const FILES_BESIDES = 200;

const reportSchema = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.number() }) }),
});

/**
 * Creates an HTTP server that is not listening yet. Timeouts and a limit of
 * connections protect it from clients that would exhaust its resources.
 */
export function createWebServer({
  timeouts = patience,
  maxConnections = maxConnectionsOfProcess(),
  proxies = new TrustedProxies(""),
} = {}): Server {
  const server = createServer(timeouts);
  server.maxConnections = maxConnections;
  // One more than there may be: it is taken, and another one closed.
  const places = new FairShares(Math.min(MAX_CONNECTIONS, maxConnections - 1));
  const placeOf = new WeakMap<Duplex, Share>();
  server.on("connection", (socket) => {
    const peer = plainAddress(socket.remoteAddress ?? "");
    // All visitors come from the address of a proxy.
    if (proxies.trusts(peer)) return;
    const asker = { address: neighbourhoodOf(peer), client: "" };
    const place = places.open(asker, () => socket.destroy());
    if (!place.hold(1)) return void socket.destroy();
    placeOf.set(socket, place);
    socket.once("close", () => place.close());
  });
  server.on("request", ({ socket }, response) => {
    const asker = placeOf.get(socket)?.asker;
    if (asker === undefined) return;
    asker.isBusy = true;
    response.once("close", () => {
      asker.isBusy = false;
    });
  });
  server.on("upgrade", (_, socket) => {
    // From then on it is counted as a socket.
    placeOf.get(socket)?.close();
    // Nobody takes it yet; with this listener Node leaves it open.
    if (server.listenerCount("upgrade") === 1) socket.destroy();
  });
  // An error while listening concerns one connection: log it and continue.
  server.on("error", (error) => {
    if (server.listening) consoleLogger.error("A connection failed", error);
  });
  return server;
}

/**
 * Returns the number of connections above which the server closes new ones at
 * once. Every connection takes a file descriptor, and another one while it gets a
 * file; the server must stop when none is left for the store.
 */
function maxConnectionsOfProcess(): number {
  const report = reportSchema.safeParse(process.report.getReport());
  // Windows has no such limit.
  if (!report.success) return Number.MAX_SAFE_INTEGER;
  const { soft } = report.data.userLimits.open_files;
  return Math.floor(Math.max(soft / 4, (soft - FILES_BESIDES) / 2));
}
