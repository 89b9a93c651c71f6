/** Starts the backend in a process of its own. */
import path from "node:path";
import {
  freePort,
  startServer,
  type ServerProcess,
} from "../../packages/embedded-convex/bench/server-process.mjs";

export async function serve(
  dataDir: string,
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort();
  const command = () => [
    process.execPath,
    ...flags,
    path.resolve("packages/embedded-convex/bin.js"),
    "serve",
    "--functions",
    path.resolve("convex"),
    "--data",
    dataDir,
  ];
  const env = { PORT: String(port) };
  const server = await startServer(command, env, port);
  await (await fetch(`${server.url}/version`)).text();
  return server;
}
