import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { inspect } from "node:util";
import {
  ConvexClient,
  type ConvexClientOptions,
  ConvexHttpClient,
} from "convex/browser";
import { importPKCS8, SignJWT } from "jose";
import { inject } from "vitest";
import WebSocket from "ws";
import { freePort } from "../base/free-port";
import { afterwards, temporaryFolder } from "../base/afterwards";
import { bundleFixture, fixture, isFixture } from "../base/fixtures";
import type { Clock } from "../../src/base/clock";
import type { Timers } from "../../src/base/timers";
import { openEngineServer } from "../../src/cli/engine-server";
import { createWebServer } from "../../src/cli/web-server";
import type { Logger } from "../../src/base/logger";
import { documentsFolder } from "../../src/deployment/data-directory";
import { keysFile, keysText } from "../../src/deployment/deployment-keys";
import type { Engine } from "../../src/engine";
import type { AppSource } from "../../src/functions/loading/app-source";
import type { PageHandler } from "../../src/http/server";
import { TrustedProxies } from "../../src/http/trusted-proxies";
import { LevelStore } from "../../src/storage/level-store";

export { afterwards, closeAll, temporaryFolder } from "../base/afterwards";
export { fixture } from "../base/fixtures";

type ServerOptions = {
  /** The functions, a fixture by default; null: those that are pushed. */
  functions?: string | AppSource | null;
  dataDir?: string;
  /** This and others: see `EngineOptions`. */
  seed?: string;
  /** The port, to reuse it after a restart; by default an unused one. */
  port?: number;
  /** Creates keys of its own instead of sharing those of the test run. */
  hasOwnKeys?: boolean;
  isProduction?: boolean;
  /** The variables of `.env.local`. */
  envFile?: Record<string, string>;
  /** The public URL, if it differs from the one that it listens on. */
  publicUrl?: string;
  conflicts?: "queue" | "convex";
  isLoopbackOnly?: boolean;
  openIdStandIn?: string;
  maxUploadBytes?: number;
  /** The value of TRUST_PROXY. */
  trustedProxies?: string;
  page?: PageHandler;
  /** The request handler for `/_data`. */
  dataBrowser?: PageHandler;
  /** The system's clock by default. */
  clock?: Clock;
  timers?: Timers;
};

/** An engine behind a real HTTP server, with its log. */
export type TestServer = {
  url: string;
  port: number;
  dataDir: string;
  engine: Engine;
  log: string[];
  close(): Promise<void>;
  /** Creates a token that the fixture's auth.config accepts. */
  token: (subject: string, lifetimeSeconds?: number) => Promise<string>;
};

/** What this process allows, which takes a report of it each time. */
const { maxConnections } = createWebServer();

/**
 * Creates a data directory with an empty store, the signing keys of the test
 * run and an admin key of its own.
 */
export async function temporaryDataDir(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await LevelStore.open(documentsFolder(folder));
  await store.close();
  const adminKey = `embedded|${randomBytes(32).toString("hex")}`;
  const keys = { ...inject("deploymentKeys"), adminKey };
  await writeFile(keysFile(folder), keysText(keys), { mode: 0o600 });
  return folder;
}

export async function startServer(
  options: ServerOptions = {},
): Promise<TestServer> {
  const {
    functions = fixture("server-chat"),
    isProduction = true,
    hasOwnKeys = false,
    port = await freePort(),
    publicUrl,
    envFile = {},
    ...others
  } = options;
  const dataDir =
    options.dataDir ??
    (await (hasOwnKeys ? temporaryFolder() : temporaryDataDir()));
  const log: string[] = [];
  const { close, url, engine } = await openEngineServer({
    ...others,
    port,
    functions:
      isFixture(functions) && isProduction
        ? await bundleFixture(functions)
        : functions,
    dataDir,
    maxConnections,
    ...(publicUrl !== undefined && { publicUrl: new URL(publicUrl) }),
    trustedProxies: new TrustedProxies(options.trustedProxies ?? ""),
    isProduction,
    env: { envFile, processEnv: {} },
    logger: loggerInto(log),
    onFatal: (error) => {
      throw error;
    },
  });
  afterwards(close);
  const token = (subject: string, lifetimeSeconds = 3600) =>
    mintToken(
      engine.keys.jwtPrivateKey,
      publicUrl ?? url,
      subject,
      lifetimeSeconds,
    );
  return { url, port, dataDir, engine, log, close, token };
}

/** Returns an unmodified client that asks request by request. */
export const newHttpClient = (url: string) =>
  new ConvexHttpClient(url, { logger: false });

/** Sends JSON; a text as it is. */
export const postJson = (address: string, body: unknown, headers = {}) =>
  fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Returns an unmodified client with a socket, closed when the test is over. */
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

/** Signs a token that the fixture's auth.config accepts. */
export async function mintToken(
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
