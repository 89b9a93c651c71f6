import { join } from "node:path";
import { parseArgs } from "node:util";
import { consoleLogger, outliveOutput } from "./base/logger";
import { readAdminKey } from "./cli/admin-key";
import { buildDataBrowser } from "./cli/data-browser-vite";
import { ensurePage } from "./cli/page-build";
import { serve } from "./cli/serve";
import { parseSettings, type Settings } from "./cli/settings";
import { StartError } from "./cli/start-error";
import { readEnvFile } from "./deployment/env-file";
import { pageFiles } from "./http/page-files";
import { isPublicTls } from "./http/public-address";

const USAGE =
  "Use: start | embedded [--functions DIR] --data DIR --port N [--dev] | admin-key [--rotate]";

/**
 * Runs the command of the arguments: the product, or a backend alone for any
 * functions folder. Ends the process with code 1 when it cannot start.
 */
export async function main(args: readonly string[]): Promise<void> {
  outliveOutput();
  const [command, ...rest] = args;
  const root = process.cwd();
  try {
    if (command === "start" && rest.length === 0) await start(root);
    else if (command === "embedded") await embedded(root, rest);
    else if (command === "admin-key") await adminKey(root, rest);
    else if (command === "build-data-browser" && rest.length === 1) {
      // Not for people: a server starts it when the data browser is asked for.
      await buildDataBrowser(rest.join());
    } else throw new StartError(USAGE);
  } catch (error) {
    if (error instanceof StartError) consoleLogger.error(error.message);
    else consoleLogger.error("The server cannot start", error);
    process.exit(1);
  }
}

async function start(root: string): Promise<void> {
  const { env, variables } = readEnvironment(root);
  await serve({
    settings: parseSettings(variables),
    functionsFolder: join(root, "convex"),
    isProduction: true,
    env,
    preparePage: async (publicUrl) =>
      pageFiles(await ensurePage(root, variables), {
        isSecure: isPublicTls(publicUrl),
      }),
  });
}

async function embedded(root: string, args: string[]): Promise<void> {
  const options = parseOptions(args);
  const { env, variables } = readEnvironment(root);
  const settings: Settings = parseSettings({
    ...variables,
    ...(options.data !== undefined && { DATA_DIR: options.data }),
    ...(options.port !== undefined && { PORT: options.port }),
  });
  await serve({
    settings,
    functionsFolder: options.functions ?? null,
    isProduction: options.dev !== true,
    env,
    preparePage: null,
  });
}

async function adminKey(root: string, args: string[]): Promise<void> {
  const [flag, ...more] = args;
  const isRotated = flag === "--rotate";
  if (more.length > 0 || (flag !== undefined && !isRotated)) {
    throw new StartError(USAGE);
  }
  const { dataDir } = parseSettings(readEnvironment(root).variables);
  const key = await readAdminKey(dataDir, isRotated);
  process.stdout.write(`${key}\n`);
}

function parseOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        functions: { type: "string" },
        data: { type: "string" },
        port: { type: "string" },
        dev: { type: "boolean" },
      },
    });
    return values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${reason} ${USAGE}`);
  }
}

/** The process environment goes before `.env.local`. */
function readEnvironment(root: string) {
  const envFile = readEnvFile(join(root, ".env.local"));
  const processEnv = process.env;
  return {
    env: { envFile, processEnv },
    variables: { ...envFile, ...processEnv },
  };
}
