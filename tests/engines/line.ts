import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";

/** What a test makes of a file on its way. */
type Rewriting = { path: string; rewrite: (text: string) => string };

/** A line to the product on which answers get stuck, as in a crowded hall. */
export class Line {
  readonly #server: Server;
  /** From the product, with the page's end of each. */
  readonly #sockets = new Map<Socket, Socket>();
  #stuck = /^$/;
  #goOn = () => {};
  #whenGoesOn = Promise.resolve();

  private constructor(product: URL, rewriting?: Rewriting) {
    const { hostname, port } = product;
    this.#server = createServer((incoming, response) => {
      const { method, url: path } = incoming;
      const headers = { ...incoming.headers };
      const rewrite = path === rewriting?.path ? rewriting?.rewrite : undefined;
      if (rewrite) {
        headers["accept-encoding"] = "identity";
        // It may have changed, other than the product knows.
        delete headers["if-none-match"];
        delete headers["if-modified-since"];
      }
      const outgoing = request(
        { hostname, port, path, method, headers },
        (answer) => {
          const send = async () => {
            if (rewrite) delete answer.headers["content-length"];
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            if (!rewrite) return answer.pipe(response);
            return response.end(rewrite(await text(answer)));
          };
          if (!this.#stuck.test(path ?? "")) void send();
          else void this.#whenGoesOn.then(send);
        },
      );
      outgoing.on("error", () => response.destroy());
      incoming.pipe(outgoing);
    });
    this.#server.on("upgrade", (incoming, socket: Socket, head) => {
      const upstream = connect(Number(port), hostname);
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
        const [name, value] = incoming.rawHeaders.slice(index, index + 2);
        lines.push(`${name}: ${value}`);
      }
      upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
      upstream.write(head);
      socket.pipe(upstream);
      upstream.pipe(socket);
      this.#sockets.set(upstream, socket);
      for (const end of [socket, upstream]) {
        end.on("error", () => {});
        end.on("close", () => {
          this.#sockets.delete(upstream);
          socket.destroy();
          upstream.destroy();
        });
      }
    });
  }

  static async open(productUrl: string, rewriting?: Rewriting): Promise<Line> {
    const line = new Line(new URL(productUrl), rewriting);
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** From now on answers for these paths do not arrive. */
  hold(paths: RegExp): void {
    this.#stuck = paths;
    this.#whenGoesOn = new Promise((resolve) => (this.#goOn = resolve));
  }

  /** From now on what the product says on the sockets that are open does not arrive. */
  holdSockets(): void {
    for (const upstream of this.#sockets.keys()) upstream.unpipe().pause();
  }

  /** Lets it arrive. */
  releaseSockets(): void {
    for (const [upstream, socket] of this.#sockets) upstream.pipe(socket);
  }

  /** Lets everything arrive that is stuck in `hold`. */
  release(): void {
    this.#stuck = /^$/;
    this.#goOn();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    for (const upstream of this.#sockets.keys()) upstream.destroy();
  }
}
