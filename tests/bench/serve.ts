/** Starts the backend in a process of its own. */
import net from "node:net";
import path from "node:path";
// @ts-expect-error -- plain JavaScript
import { startServer } from "../../packages/embedded-convex/bench/server-process.mjs";

type Server = {
  url: string;
  memoryMiB: () => number;
  cpuSeconds: () => number;
  stop: () => Promise<void>;
};
export async function serve(
  dataDir: string,
  flags: readonly string[] = [],
): Promise<Server> {
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
  const server = (await startServer(command, env, port)) as Server;
  await (await fetch(`${server.url}/version`)).text();
  return server;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === "object" ? (address?.port ?? 0) : 0),
      );
    });
  });
}
