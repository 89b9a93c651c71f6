import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { afterwards } from "../base/afterwards";

/** A proxy between client and server that can cut their connections. */
export class TcpProxy {
  readonly #links = new Set<{ client: Socket; server: Socket }>();
  #isDeaf = false;
  url = "";
  connections = 0;

  static async open(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy();
    const listener = createServer((client) => {
      const server = connect(targetPort, "127.0.0.1");
      const link = { client, server };
      proxy.#links.add(link);
      proxy.connections += 1;
      client.on("data", (data) => server.write(data));
      server.on("data", (data) => {
        if (!proxy.#isDeaf) client.write(data);
      });
      const end = () => {
        proxy.#links.delete(link);
        client.destroy();
        server.destroy();
      };
      for (const socket of [client, server]) {
        socket.on("error", end);
        socket.on("close", end);
      }
    });
    await new Promise<void>((resolve) => {
      listener.listen(0, "127.0.0.1", resolve);
    });
    const { port } = listener.address() as AddressInfo;
    proxy.url = `http://127.0.0.1:${port}`;
    afterwards(() => {
      listener.close();
      proxy.cut();
    });
    return proxy;
  }

  /** Drops everything that the server sends from now on. */
  loseAnswers(): void {
    this.#isDeaf = true;
  }

  /** Closes all connections; new ones work in both directions. */
  cut(): void {
    for (const { client, server } of this.#links) {
      client.destroy();
      server.destroy();
    }
    this.#isDeaf = false;
  }
}
