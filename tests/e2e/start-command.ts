import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * What `npm start` gives to the backend's command, so that tests start what README starts.
 * @param env the variables that the shell finds
 */
export function startArguments(
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const words = String(scripts.start).replace("exec node", "printf '%s\\n'");
  const printed = execFileSync("sh", ["-c", words], { env, encoding: "utf8" });
  return printed.trimEnd().split("\n").slice(1);
}
