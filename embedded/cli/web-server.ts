import { createServer, type Server } from "node:http";
import { z } from "zod";
import { consoleLogger } from "../base/logger";

/**
 * Whoever sends a request drop by drop is not waited for. Idle connections stay
 * longer than proxies keep theirs (nginx: 60 seconds), so that no request meets
 * a connection that is just being closed.
 */
export const patience = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** Files that the store and what is being served may have open besides. */
const FILES_BESIDES = 1_500;

const reportSchema = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.number() }) }),
});

/** Returns a server, not listening yet, that strangers cannot wear out. */
export function createWebServer(limits = patience): Server {
  const server = createServer(limits);
  server.maxConnections = maxConnections();
  // Taking one connection may fail; the next one may not.
  server.on("error", (error) => {
    if (server.listening) consoleLogger.error("A connection failed", error);
  });
  return server;
}

/**
 * More connections than that are hung up at once: a connection is a file to the
 * system, and a store that can open no more of those has to stop.
 */
function maxConnections(): number {
  const report = reportSchema.safeParse(process.report.getReport());
  // Not every system has such a limit.
  if (!report.success) return Number.MAX_SAFE_INTEGER;
  const { soft } = report.data.userLimits.open_files;
  return Math.floor(Math.max(soft / 2, soft - FILES_BESIDES));
}
