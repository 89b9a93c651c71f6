import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { isMissing } from "../base/error-code";
import { messageOf } from "../base/errors";
import { StartError } from "./start-error";

/**
 * Reads the variables of the project at `root`: those of the process take precedence
 * over `.env.local`, which may be missing.
 *
 * @throws StartError when the file cannot be read
 */
export function readEnvironment(root: string) {
  const envFile = readEnvFile(join(root, ".env.local"));
  const processEnv = process.env;
  return {
    env: { envFile, processEnv },
    variables: { ...envFile, ...processEnv },
  };
}

function readEnvFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    if (isMissing(error)) return {};
    throw new StartError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Returns the lines of `.env.local` by which Convex's command line reaches a server in development. */
export function linesForCommandLine(url: URL, adminKey: string): string {
  return `For Convex's command line, in .env.local:
CONVEX_SELF_HOSTED_URL=${url.origin}
CONVEX_SELF_HOSTED_ADMIN_KEY=${adminKey}`;
}
