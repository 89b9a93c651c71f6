/** The demo's event behind a real server, for what depends on how much there is. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { api } from "#convex/_generated/api";
import { MovableClock } from "../../packages/embedded-convex/src/base/clock";
import {
  newClient,
  startServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { PRODUCT_FUNCTIONS } from "./stage";

const ROOT = join(import.meta.dirname, "../..");

/** Makes the state of the event at a moment, as the demo does. @returns what it prints */
export async function makeState(
  moment: string,
  dataDir = "/nowhere",
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, "demo/state.mjs"), moment],
    { env: { ...process.env, DATA_DIR: dataDir, VITEST: "" } },
  );
  return stdout;
}

/** The file of a state that was made. */
export function stateFile(moment: string): string {
  return join(ROOT, "node_modules/.cache/demo", moment, "state.zip");
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
 * @param laterMs how long ago that was; its clock stands still unless it is put forward
 */
export async function startFilled(
  moment: "live" | "judging" | "over",
  laterMs = 0,
) {
  const stdout = await makeState(moment);
  const nowMs = Date.now() + laterMs;
  const server = await startServer({
    functions: PRODUCT_FUNCTIONS,
    seed: stateFile(moment),
    clock: new MovableClock({ now: () => nowMs }),
  });
  const enter = async (who: string) => tokenOf(server.url, stdout, who);
  return { server, enter };
}
