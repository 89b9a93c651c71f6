import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { stop as stopBundler } from "esbuild";
import { consoleLogger } from "../base/logger";
import { Engine } from "../engine";
import type { PageHandler } from "../http/server";
import { openDataBrowser } from "./data-browser";
import { addressOf, type Settings } from "./settings";
import { explainStartError } from "./start-error";
import { createWebServer } from "./web-server";

type Variables = Readonly<Record<string, string | undefined>>;

export type ServeOptions = {
  settings: Settings;
  /** Null for what the command line of Convex has pushed. */
  functionsFolder: string | null;
  isProduction: boolean;
  env: { envFile: Variables; processEnv: Variables };
  /** Makes the page's handler; null for a backend without one. */
  preparePage: ((publicUrl: URL) => Promise<PageHandler>) | null;
};

/**
 * Serves until a signal asks it to stop. Resolves when the first request can
 * be answered; throws StartError when that is not possible.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { settings, preparePage } = options;
  const server = createWebServer();
  try {
    const port = await listen(server, settings);
    const publicUrl = settings.publicUrl ?? addressOf(settings.host, port);
    const opening = Promise.all([
      openEngine(options, publicUrl),
      preparePage?.(publicUrl) ?? null,
    ]);
    // Whoever asks before everything is open waits for the answer.
    answerWith(server, opening);
    const [engine] = await opening;
    // Nothing is bundled any more: its process need not stay.
    await stopBundler();
    stopOnSignals(server, engine);
    consoleLogger.info(`Ready at ${publicUrl.origin}`);
  } catch (error) {
    server.close();
    throw explainStartError(error, settings);
  }
}

function listen(server: Server, { host, port }: Settings): Promise<number> {
  return new Promise((done, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      const isBound = address !== null && typeof address === "object";
      done(isBound ? address.port : port);
    });
  });
}

function openEngine(options: ServeOptions, publicUrl: URL): Promise<Engine> {
  const { settings } = options;
  const dataDir = resolve(settings.dataDir);
  return Engine.open({
    functions: options.functionsFolder,
    dataDir,
    publicUrl,
    dataBrowser: openDataBrowser(settings, dataDir, publicUrl, consoleLogger),
    trustedProxies: settings.trustedProxies,
    isProduction: options.isProduction,
    env: options.env,
    onFatal: (error) => {
      consoleLogger.error("Stopping, because data cannot be kept", error);
      process.exit(1);
    },
  });
}

function answerWith(
  server: Server,
  opening: Promise<[Engine, PageHandler | null]>,
): void {
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    opening.then(
      ([engine, page]) => engine.handle(request, response, page),
      () => response.destroy(),
    );
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => {});
    opening.then(
      ([engine]) => {
        if (!engine.handleUpgrade(request, socket, head)) socket.destroy();
      },
      () => socket.destroy(),
    );
  });
}

/** The first signal finishes what was begun; a second one does not wait. */
function stopOnSignals(server: Server, engine: Engine): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    server.close();
    engine.close().then(
      () => process.exit(0),
      (error: unknown) => {
        consoleLogger.error("The backend did not close well", error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
