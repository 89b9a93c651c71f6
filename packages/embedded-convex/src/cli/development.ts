import { stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { inspect } from "node:util";
import type { ViteDevServer } from "vite";
import type { Logger } from "../base/logger";
import { Engine, type EngineOptions } from "../engine";
import type { Site } from "../http/data-browser-page";
import { openDataBrowser } from "./data-browser";
import { DevelopmentOverlay } from "./development-overlay";
import { linesForCommandLine, readEnvironment } from "./environment";
import { noticeOfOtherDeployment } from "./page";
import { onParentEnd } from "./parent-process";
import {
  addressOf,
  isLoopbackOnly,
  parseSettings,
  type Settings,
} from "./settings";
import { explainLoss, explainStartError } from "./start-error";

/** Editors save in several steps; changes within this time cause one reload. */
const SETTLE_MS = 10;

/**
 * Vite's watcher reports a file at most once in 50 ms and drops later changes
 * within that time. After this pause the file is checked again.
 */
const WATCHER_PAUSE_MS = 60;

/** A file's modification time may lag by a tick of the kernel's clock. */
const CLOCK_TICK_MS = 5;

const SHARED = Symbol.for("embedded-convex.engine");

/**
 * The running engine. When Vite restarts, it creates the new server, with a new
 * copy of this module, before it closes the old one. The copies share the
 * engine through the global object.
 */
const current: { engine?: Engine; isWatchingParent?: boolean } = Object(
  Reflect.get(globalThis, SHARED),
);
Reflect.set(globalThis, SHARED, current);

/** @throws StartError when a setting of the project at `root` is invalid */
export function developmentSettings(root: string): Settings {
  return parseSettings(readEnvironment(root).variables);
}

export type DevelopmentOptions = {
  site?: Site | null;
} & Pick<EngineOptions, "alias" | "openIdStandIn">;

/**
 * Adds the backend to Vite's server, on the same origin, and reloads the
 * functions whenever one of their files is saved.
 *
 * @throws StartError when the backend cannot start
 */
export async function serveDevelopment(
  server: ViteDevServer,
  { site = null, openIdStandIn = null, alias = {} }: DevelopmentOptions,
): Promise<void> {
  const { root, logger } = server.config;
  const { env, variables } = readEnvironment(root);
  const settings = parseSettings(variables);
  const { host, port } = settings;
  const dataDir = resolve(root, settings.dataDir);
  const overlay = new DevelopmentOverlay(server);
  await current.engine?.close();
  const publicUrl = settings.publicUrl ?? addressOf(host, port);
  const log = loggerOf(logger);
  const notice = noticeOfOtherDeployment(variables, publicUrl);
  if (notice !== null) log.warn(notice);
  const engine = await Engine.open({
    functions: join(root, "convex"),
    alias,
    dataDir,
    publicUrl,
    dataBrowser: openDataBrowser(settings, publicUrl, site),
    trustedProxies: settings.trustedProxies,
    isLoopbackOnly: isLoopbackOnly(settings, publicUrl),
    openIdStandIn,
    isProduction: false,
    env,
    logger: log,
    onLoadError: (error) => overlay.show(error),
    onFatal: (error) => {
      logger.error(explainLoss(error));
      process.exit(1);
    },
  }).catch((error: unknown) => {
    throw explainStartError(error, settings);
  });
  current.engine = engine;
  if (variables["CONVEX_SELF_HOSTED_URL"] === undefined) {
    log.info(linesForCommandLine(publicUrl, engine.keys.adminKey));
  }
  server.middlewares.use((request, response, next) => {
    engine.backend.handle(request, response, () => next());
  });
  server.httpServer?.on("upgrade", (request, socket, head) => {
    engine.backend.handleUpgrade(request, socket, head);
  });
  closeWith(server, engine);
  reloadOnSave(server, engine, overlay, Object.values(alias));
  endWithParent();
}

/** Vite's `close` resolves, and its process ends, when the documents are closed too. */
function closeWith(server: ViteDevServer, engine: Engine): void {
  const close = server.close.bind(server);
  server.close = async () => {
    await close();
    await engine.close();
  };
}

/** Vite itself ends with npm only if npm passes a signal on. */
function endWithParent(): void {
  if (current.isWatchingParent === true) return;
  current.isWatchingParent = true;
  onParentEnd(() => process.kill(process.pid, "SIGTERM"));
}

function loggerOf(logger: ViteDevServer["config"]["logger"]): Logger {
  return {
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    error: (message, cause) =>
      logger.error(
        cause === undefined ? message : `${message}: ${inspect(cause)}`,
      ),
  };
}

function reloadOnSave(
  server: ViteDevServer,
  engine: Engine,
  overlay: DevelopmentOverlay,
  aliased: readonly string[],
): void {
  const folders = [join(server.config.root, "convex"), ...aliased];
  let timer: NodeJS.Timeout | undefined;
  let loading = Promise.resolve();
  let loadedAtMs = 0;
  const reload = async () => {
    loadedAtMs = Date.now();
    try {
      await engine.reload();
      overlay.clear();
    } catch (error) {
      overlay.show(error);
    }
  };
  server.watcher.add(folders);
  server.watcher.on("all", (_event, path) => {
    if (folders.every((at) => relative(at, path).startsWith(".."))) return;
    const load = () => {
      loading = loading.then(reload);
    };
    clearTimeout(timer);
    timer = setTimeout(load, SETTLE_MS);
    const lookAgain = async () => {
      // Deletions need no second check: the watcher reports them all.
      const savedAtMs = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      if (savedAtMs > loadedAtMs - CLOCK_TICK_MS) load();
    };
    setTimeout(() => void lookAgain(), WATCHER_PAUSE_MS).unref();
  });
}
