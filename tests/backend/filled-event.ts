/** The demo's event behind a real server, for what depends on how much there is. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { api } from "#convex/_generated/api";
import { manualClock } from "../../packages/embedded-convex/tests/base/manual-clock";
import {
  newClient,
  startServer,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { PRODUCT_FUNCTIONS } from "./stage";

const FILL = join(import.meta.dirname, "../../demo/fill.mjs");

/** Fills a data directory as the demo does. @returns what it prints */
export async function fill(
  dataDir: string,
  ...args: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [FILL, ...args],
    { env: { ...process.env, DATA_DIR: dataDir, VITEST: "" } },
  );
  return stdout;
}

/** The token of somebody whom the demo has named: "organiser", "leader", "member" or "judge". */
export async function tokenOf(
  url: string,
  stdout: string,
  who: string,
): Promise<string> {
  const [, password = ""] = /password (\S+)/.exec(stdout) ?? [];
  const [, email = ""] = new RegExp(`${who} +([^\\s,]+)`).exec(stdout) ?? [];
  const { tokens } = await newClient(url).action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", email, password },
  });
  return tokens?.token ?? "";
}

/**
 * Starts the product on the event at a moment.
 * @param laterMs how long ago that was; its clock stands still
 */
export async function startFilled(
  moment: "live" | "judging" | "over",
  laterMs = 0,
) {
  const dataDir = join(await temporaryFolder(), "demo");
  const stdout = await fill(dataDir, moment);
  const server = await startServer({
    functions: PRODUCT_FUNCTIONS,
    dataDir,
    clock: manualClock(Date.now() + laterMs),
  });
  const enter = async (who: string) => tokenOf(server.url, stdout, who);
  return { server, enter };
}
