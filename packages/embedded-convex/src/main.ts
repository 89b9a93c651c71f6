import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "./base/errors";
import { consoleLogger, outliveOutput } from "./base/logger";
import { readAdminKey } from "./cli/admin-key";
import { askClock } from "./cli/clock";
import { readEnvironment } from "./cli/environment";
import { helpText, SERVE_FLAGS, versionOfPackage } from "./cli/help";
import { serve } from "./cli/serve";
import { parseSettings, type Settings } from "./cli/settings";
import {
  isStateCommand,
  runStateCommand,
  type StateCommand,
} from "./cli/states";
import { explainStartError, StartError } from "./cli/start-error";

const USAGE = "See embedded-convex --help";

/**
 * What `admin-key` prints if there is no key. A shell that keeps the output in a variable
 * ignores that the command failed, and with an empty variable Convex's command line
 * begins to set up a project in the cloud.
 */
const NO_KEY = "there-is-no-deployment";

/** A path of the server's own; browsers treat `//` and `/\` as another server's. */
const PATH = /^\/(?![/\\])/;

/** The id of a provider of Convex Auth. */
const PROVIDER = /^[a-z][a-z0-9-]*$/;

/** A number of MiB. */
const SIZE = /^[1-9][0-9]?$/;

/**
 * Runs the command in `args`, as `--help` describes it. Exits with code 1 when the command fails.
 */
export async function main(args: readonly string[]): Promise<void> {
  outliveOutput();
  const [command, ...rest] = args;
  const root = process.cwd();
  try {
    if (args.includes("--help")) print(helpText());
    else if (command === "serve") await serveProject(root, rest);
    else if (command === "admin-key") await adminKey(root, rest);
    else if (isStateCommand(command)) print(await states(root, command, rest));
    else if (command === "clock") await clock(root, rest);
    else if (command === "--version") print(versionOfPackage());
    else throw new StartError(`There is no such command. ${USAGE}`);
  } catch (error) {
    if (error instanceof StartError) consoleLogger.error(error.message);
    else consoleLogger.error("The server cannot start", error);
    process.exit(1);
  }
}

async function serveProject(root: string, args: string[]): Promise<void> {
  const options = parseOptions(args);
  const { env, variables } = readEnvironment(root);
  const settings: Settings = parseSettings({
    ...variables,
    ...(options.data !== undefined && { DATA_DIR: options.data }),
    ...(options.port !== undefined && { PORT: options.port }),
  });
  const { page, "page-sources": sources, "page-head": headQuery } = options;
  if ((sources ?? headQuery) !== undefined && page === undefined)
    throw new StartError(USAGE);
  const { name, home = "/", notice } = options;
  const isHomeAlone = options.home !== undefined && name === undefined;
  if (isHomeAlone || !PATH.test(home)) throw new StartError(USAGE);
  const { "openid-stand-in": openIdStandIn = null } = options;
  if (openIdStandIn !== null && !PROVIDER.test(openIdStandIn)) {
    throw new StartError(USAGE);
  }
  const { "max-upload": maxUpload = null } = options;
  if (maxUpload !== null && !SIZE.test(maxUpload)) throw new StartError(USAGE);
  const alias = parseAlias(root, options.alias);
  await serve({
    settings,
    functions: options.functions ?? null,
    seed: options.seed === undefined ? null : resolve(root, options.seed),
    alias,
    isProduction: options.dev !== true,
    conflicts: options["convex-retries"] === true ? "convex" : "queue",
    openIdStandIn,
    ...(maxUpload !== null && { maxUploadBytes: Number(maxUpload) * 2 ** 20 }),
    env,
    site: name === undefined ? null : { name, home },
    noticeFile: notice === undefined ? null : resolve(root, notice),
    page:
      page === undefined
        ? null
        : {
            root,
            folder: resolve(root, page),
            // What functions are made from may be a part of the page, too.
            sources: sources?.split(",").concat(Object.values(alias)) ?? null,
            variables,
            headQuery: headQuery ?? null,
          },
  });
}

async function states(
  root: string,
  command: StateCommand,
  [name = "", ...more]: string[],
): Promise<string> {
  const isNamed = name !== "" && more.length === 0;
  if (isNamed === (command === "states")) throw new StartError(USAGE);
  const settings = parseSettings(readEnvironment(root).variables);
  return runStateCommand(command, name, settings);
}

async function adminKey(root: string, args: string[]): Promise<void> {
  const [flag, ...more] = args;
  const isRotated = flag === "--rotate";
  if (more.length > 0 || (flag !== undefined && !isRotated)) {
    throw new StartError(USAGE);
  }
  const settings = parseSettings(readEnvironment(root).variables);
  const key = await readAdminKey(settings.dataDir, isRotated).catch(
    (error: unknown) => {
      print(NO_KEY);
      throw explainStartError(error, settings);
    },
  );
  print(key);
}

async function clock(root: string, [advance, ...more]: string[]) {
  if (more.length > 0) throw new StartError(USAGE);
  const settings = parseSettings(readEnvironment(root).variables);
  const time = await askClock(settings, advance);
  print(new Date(time).toISOString());
}

/** @throws StartError unless it is of the form NAME=DIR, or not given */
function parseAlias(root: string, text?: string): Record<string, string> {
  if (text === undefined) return {};
  const [, name, folder] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || folder === undefined) throw new StartError(USAGE);
  return { [name]: resolve(root, folder) };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function parseOptions(args: string[]) {
  try {
    const { values } = parseArgs({ args, options: SERVE_FLAGS });
    return values;
  } catch (error) {
    throw new StartError(`${messageOf(error)}. ${USAGE}`);
  }
}
