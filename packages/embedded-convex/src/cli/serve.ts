import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { consoleLogger } from "../base/logger";
import { Engine, type EngineOptions } from "../engine";
import { stopEsbuild } from "../functions/loading/esbuild-service";
import type { Site } from "../http/data-browser-page";
import type { PageHandler } from "../http/server";
import { openDataBrowser } from "./data-browser";
import { linesForCommandLine } from "./environment";
import { noticeOfOtherDeployment, openPage, type PageOptions } from "./page";
import { addressOf, isLoopbackOnly, type Settings } from "./settings";
import { onParentEnd } from "./parent-process";
import {
  explainListenError,
  explainLoss,
  explainStartError,
} from "./start-error";
import { createWebServer } from "./web-server";

/** Signals within this time of the first count as the same one. */
const TWICE_MS = 500;

/**
 * Connections that the system keeps while the server starts or is busy. When a
 * hall reconnects after a restart, those beyond it try again a second later,
 * and then after two, four and eight.
 */
const BACKLOG = 4096;

export type ServeOptions = Pick<
  EngineOptions,
  | "functions"
  | "seed"
  | "alias"
  | "isProduction"
  | "conflicts"
  | "env"
  | "openIdStandIn"
  | "maxUploadBytes"
> & {
  settings: Settings;
  site?: Site | null;
  /** A file whose text is printed after the address, if it exists. */
  noticeFile?: string | null;
  /** The page to serve beside the backend, if there is one. */
  page: PageOptions | null;
};

/**
 * Starts the server; signals stop it and end the process, also before it has
 * started. Resolves when requests are answered.
 *
 * @throws StartError when the server cannot start
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { settings, page } = options;
  // Only the owner may access new files, including those that LevelDB creates.
  process.umask(0o077);
  // Until the engine is open there is no work to finish: exit at once.
  let stop = (): void => process.exit(0);
  onParentEnd(() => stop());
  // Also while it starts: the first process of a container ignores signals that
  // it does not listen for.
  onSignals(() => stop());
  const server = createWebServer({ proxies: settings.trustedProxies });
  const port = await listen(server, settings).catch((error: unknown) => {
    throw explainListenError(error, settings);
  });
  try {
    const publicUrl = settings.publicUrl ?? addressOf(settings.host, port);
    // A page that is not built here may have been built with other variables.
    const isBuilt = page !== null && page.sources !== null;
    const notice = isBuilt
      ? noticeOfOtherDeployment(page.variables, publicUrl)
      : null;
    if (notice !== null) consoleLogger.warn(notice);
    const openingEngine = openEngine(options, publicUrl);
    const ask: Engine["ask"] = async (...call) =>
      (await openingEngine).ask(...call);
    const opening = Promise.all([
      openingEngine,
      page && openPage(page, publicUrl, ask),
    ]);
    // Requests that arrive before everything is open wait.
    answerWith(server, opening);
    const [engine] = await opening;
    // The app is bundled.
    await stopEsbuild();
    stop = stopperOf(server, engine);
    consoleLogger.info(`Ready at ${publicUrl.origin}`);
    if (page === null && settings.hasDataBrowser) {
      consoleLogger.info(`The data browser is at ${publicUrl.origin}/_data`);
    }
    if (page === null && !options.isProduction) {
      const { adminKey } = engine.keys;
      consoleLogger.info(linesForCommandLine(publicUrl, adminKey));
    }
    await printNotice(options.noticeFile ?? null);
  } catch (error) {
    server.close();
    throw explainStartError(error, settings);
  }
}

/** Prints what the page's build has to tell; a missing or empty file tells nothing. */
async function printNotice(file: string | null): Promise<void> {
  if (file === null) return;
  const text = await readFile(file, "utf8").catch(() => "");
  if (text.trim() !== "") consoleLogger.info(text.trim());
}

function listen(server: Server, { host, port }: Settings): Promise<number> {
  return new Promise((done, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off("error", reject);
      const address = server.address();
      const isBound = address !== null && typeof address === "object";
      done(isBound ? address.port : port);
    });
  });
}

function openEngine(options: ServeOptions, publicUrl: URL): Promise<Engine> {
  const { settings, site = null } = options;
  return Engine.open({
    ...options,
    dataDir: resolve(settings.dataDir),
    publicUrl,
    dataBrowser: openDataBrowser(settings, publicUrl, site),
    trustedProxies: settings.trustedProxies,
    isLoopbackOnly: isLoopbackOnly(settings, publicUrl),
    onFatal: (error) => {
      consoleLogger.error(explainLoss(error));
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
      ([engine, page]) => engine.backend.handle(request, response, page),
      () => response.destroy(),
    );
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => {});
    opening.then(
      ([engine]) => {
        if (!engine.backend.handleUpgrade(request, socket, head))
          socket.destroy();
      },
      () => socket.destroy(),
    );
  });
}

/**
 * Calls `stop` on the first signal, and ends the process at once on a second
 * one. Signals shortly after the first are ignored: npm forwards a signal that
 * the terminal has already sent to the server.
 */
function onSignals(stop: () => void): void {
  let firstAt: number | null = null;
  const onSignal = () => {
    if (firstAt !== null && performance.now() - firstAt > TWICE_MS) {
      process.exit(1);
    }
    firstAt ??= performance.now();
    stop();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
}

/** Returns a function that stops the server gracefully and ends the process. */
function stopperOf(server: Server, engine: Engine): () => void {
  let isStopping = false;
  return () => {
    if (isStopping) return;
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
}
