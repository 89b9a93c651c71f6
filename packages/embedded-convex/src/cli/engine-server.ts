import type { AddressInfo } from "node:net";
import { Engine, type EngineOptions } from "../engine";
import type { PageHandler } from "../http/server";
import { createWebServer } from "./web-server";

type Options = Omit<EngineOptions, "publicUrl"> & {
  /** By default an unused one. */
  port?: number;
  /** By default the address that it listens on. */
  publicUrl?: URL;
  page?: PageHandler | null;
  maxConnections: number;
};

/** An engine behind an HTTP server of its own. */
export type EngineServer = {
  url: string;
  port: number;
  engine: Engine;
  close: () => Promise<void>;
};

/**
 * Opens an engine behind a server that only this machine reaches, for tests. It
 * listens first, because functions get its address.
 *
 * @throws what `Engine.open` throws, or an error of the system for a port in use
 */
export async function openEngineServer(
  options: Options,
): Promise<EngineServer> {
  const { maxConnections, trustedProxies: proxies, page = null } = options;
  const server = createWebServer({ maxConnections, proxies });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { publicUrl = new URL(url) } = options;
  const engine = await Engine.open({ ...options, publicUrl }).catch(
    (error: unknown) => {
      server.close();
      throw error;
    },
  );
  engine.attach(server, { page });
  let closing: Promise<void> | undefined;
  const close = async () => {
    server.close();
    await engine.close();
    server.closeAllConnections();
  };
  return { url, port, engine, close: () => (closing ??= close()) };
}
