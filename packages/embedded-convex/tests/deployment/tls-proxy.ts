import {
  createServer as createPlainServer,
  type IncomingMessage,
  request as requestPlain,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer, request } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { selfSigned } from "./self-signed";

type Options = {
  /** Whether the proxy passes the Host header on unchanged, as some do. */
  keepsHost?: boolean;
  /** Whether it sends `X-Forwarded-…` headers. */
  tells?: boolean;
};

export type Answer = {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
};

/**
 * Terminates TLS in front of a plain HTTP backend, as nginx or Caddy would. It
 * does not redirect by itself.
 */
export class TlsProxy {
  /** The certificate, which clients must trust. */
  readonly certificate: string;
  readonly #secure: Server;
  readonly #plain = createPlainServer();
  readonly #options: Options;
  readonly #sockets = new Set<Duplex>();
  #target = 0;

  private constructor(options: Options) {
    this.#options = options;
    this.certificate = selfSigned.cert;
    this.#secure = createServer(selfSigned);
    for (const server of [this.#secure, this.#plain]) {
      const protocol = server === this.#secure ? "https" : "http";
      server.on("connection", (socket: Socket) => this.#keep(socket));
      server.on("request", (incoming, response) =>
        this.#pass(protocol, incoming, response),
      );
      server.on("upgrade", (incoming, socket) =>
        this.#upgrade(protocol, incoming, socket),
      );
    }
  }

  static async open(options: Options = {}): Promise<TlsProxy> {
    const proxy = new TlsProxy(options);
    for (const server of [proxy.#secure, proxy.#plain]) {
      await new Promise<void>((resolve) => {
        server.listen(0, "127.0.0.1", resolve);
      });
    }
    return proxy;
  }

  /** Sets the port of the backend that requests are passed to. */
  lead(port: number): void {
    this.#target = port;
  }

  /** The public URL of the backend. */
  get url(): string {
    return `https://localhost:${portOf(this.#secure)}`;
  }

  /** The URL without TLS. */
  get plainUrl(): string {
    return `http://localhost:${portOf(this.#plain)}`;
  }

  /** Sends a request to a URL of this proxy; does not follow redirects. */
  ask(
    url: string,
    headers: Record<string, string> = {},
    { method = "GET", body = "" } = {},
  ): Promise<Answer> {
    const send = url.startsWith("https:") ? request : requestPlain;
    return new Promise((resolve, reject) => {
      const asked = send(
        url,
        {
          method,
          headers,
          ca: this.certificate,
          // Not the Host header, which some tests forge.
          servername: "localhost",
          agent: false,
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => (text += part));
          response.on("end", () => {
            const { statusCode: status = 0, headers: given } = response;
            resolve({ status, headers: given, body: text });
          });
        },
      );
      asked.on("error", reject);
      // A refused upgrade arrives as a normal response, an accepted one here.
      asked.on("upgrade", (response, socket) => {
        socket.destroy();
        const { statusCode: status = 0, headers: given } = response;
        resolve({ status, headers: given, body: "" });
      });
      asked.end(body);
    });
  }

  close(): void {
    this.#secure.close();
    this.#plain.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(
    protocol: string,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): void {
    const outgoing = this.#request(protocol, incoming);
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  }

  #upgrade(protocol: string, incoming: IncomingMessage, client: Duplex): void {
    const outgoing = this.#request(protocol, incoming);
    outgoing.on("upgrade", (answer, backend) => {
      this.#keep(backend);
      client.write(headOf(answer));
      client.pipe(backend).pipe(client);
    });
    outgoing.on("response", (answer) => {
      client.write(headOf(answer));
      answer.pipe(client);
    });
    outgoing.on("error", () => client.destroy());
    outgoing.end();
  }

  #request(
    protocol: string,
    { method, url, headers, socket }: IncomingMessage,
  ) {
    const { keepsHost = false, tells = true } = this.#options;
    const chain = [
      headers["x-forwarded-for"] ?? [],
      socket.remoteAddress ?? "",
    ];
    return requestPlain({
      host: "127.0.0.1",
      port: this.#target,
      method,
      path: url,
      agent: false,
      headers: {
        ...headers,
        host: keepsHost ? headers.host : `127.0.0.1:${this.#target}`,
        ...(tells && {
          "x-forwarded-for": chain.flat().join(", "),
          "x-forwarded-host": headers.host,
          "x-forwarded-proto": protocol,
        }),
      },
    });
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
  }
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage) {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
