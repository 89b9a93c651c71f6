import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { isMissing } from "../base/error-code";

/** Returns the variables in an env file; none when the file does not exist. */
export function readEnvFile(path: string): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(parseEnv(readFileSync(path, "utf8"))).flatMap(
        ([name, value]) => (value === undefined ? [] : [[name, value]]),
      ),
    );
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}
