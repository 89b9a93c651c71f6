import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { ConvexClient, type ConvexClientOptions } from "convex/browser";
import { importPKCS8, SignJWT } from "jose";
import WebSocket from "ws";
import type { Clock } from "../../../embedded/base/clock";
import type { Logger } from "../../../embedded/base/logger";
import { Engine } from "../../../embedded/engine";
import type { PageHandler } from "../../../embedded/http/server";
import { TrustedProxies } from "../../../embedded/http/trusted-proxies";

const FIXTURES = join(import.meta.dirname, "..", "fixtures");

type ServerOptions = {
  /** A fixture by default; null for what is pushed. */
  functions?: string | null;
  dataDir?: string;
  /** A port to take again after a restart; any by default. */
  port?: number;
  isProduction?: boolean;
  /** What `.env.local` says. */
  envFile?: Record<string, string>;
  /** Where people find it, if that is not where it listens. */
  publicUrl?: string;
  /** As TRUST_PROXY says it. */
  trustedProxies?: string;
  page?: PageHandler;
  /** What answers at `/_data`. */
  dataBrowser?: PageHandler;
  /** The machine's by default. */
  clock?: Clock;
};

/** An engine behind a real HTTP server, with what it logged. */
export type TestServer = {
  url: string;
  port: number;
  dataDir: string;
  engine: Engine;
  log: string[];
  close(): Promise<void>;
  /** Makes a token that the fixture's auth.config accepts. */
  token: (subject: string, lifetimeSeconds?: number) => Promise<string>;
};

const cleanups: (() => Promise<unknown>)[] = [];

/** Ends everything that a test has opened, newest first. */
export async function closeAll(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Has `cleanup` run by `closeAll`. */
export function afterwards(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup);
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "engine-"));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function startServer(
  options: ServerOptions = {},
): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const log: string[] = [];
  const engine = await Engine.open({
    functions:
      options.functions === undefined
        ? join(FIXTURES, "server-chat")
        : options.functions,
    dataDir,
    publicUrl: new URL(options.publicUrl ?? url),
    trustedProxies: new TrustedProxies(options.trustedProxies ?? ""),
    isProduction: options.isProduction ?? true,
    dataBrowser: options.dataBrowser ?? null,
    env: { envFile: options.envFile ?? {}, processEnv: {} },
    logger: loggerInto(log),
    clock: options.clock,
    onFatal: (error) => {
      throw error;
    },
  });
  engine.attach(server, { page: options.page ?? null });
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      server.close();
      await engine.close();
      server.closeAllConnections();
    })());
  afterwards(close);
  const token = (subject: string, lifetimeSeconds = 3600) =>
    mintToken(
      engine.keys.jwtPrivateKey,
      options.publicUrl ?? url,
      subject,
      lifetimeSeconds,
    );
  return { url, port, dataDir, engine, log, close, token };
}

/** An unmodified client that the test closes by itself. */
export function newClient(
  url: string,
  options: ConvexClientOptions = {},
): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
    ...options,
  });
  afterwards(() => client.close());
  return client;
}

async function mintToken(
  privateKey: string,
  issuer: string,
  subject: string,
  lifetimeSeconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ sub: subject, nonce: Math.random() })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(issuer)
    .setAudience("convex")
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(await importPKCS8(privateKey, "RS256"));
}

function loggerInto(log: string[]): Logger {
  return {
    info: (message) => log.push(message),
    warn: (message) => log.push(message),
    error: (message, cause) =>
      log.push(cause === undefined ? message : `${message}: ${inspect(cause)}`),
  };
}
