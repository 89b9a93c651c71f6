import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Returns a port that nobody listens on. It is below the range from which systems
 * assign ports, so that it stays free until a server starts, or starts again, and
 * above those that browsers refuse.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
