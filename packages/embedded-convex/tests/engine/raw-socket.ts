import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import WebSocket from "ws";
import { afterwards } from "../base/afterwards";

type Message = Record<string, unknown> & {
  type: string;
  chunk?: string;
  totalParts?: number;
};
type Transition = {
  startVersion: unknown;
  endVersion: unknown;
  modifications: { queryId: number; value: unknown }[];
};

/** A WebSocket client that sends any message and keeps what it receives. */
export class RawSocket {
  readonly received: Message[] = [];
  readonly #socket: WebSocket;
  #chunks: string[] = [];
  closeCode: number | null = null;
  closeReason = "";
  #response: IncomingMessage | null = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.once("upgrade", (response) => (this.#response = response));
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      this.received.push(message);
      if (message.type !== "TransitionChunk") return;
      this.#chunks.push(message.chunk ?? "");
      if (this.#chunks.length < (message.totalParts ?? 0)) return;
      this.received.push(JSON.parse(this.#chunks.join("")) as Message);
      this.#chunks = [];
    });
    socket.on("error", () => {});
    socket.on("close", (code, reason) => {
      this.closeCode = code;
      this.closeReason = reason.toString();
    });
  }

  static async open(
    url: string,
    path = "/api/1.48.0/sync",
    localAddress = "127.0.0.1",
  ): Promise<RawSocket> {
    const address = url.replace("http", "ws") + path;
    const socket = new WebSocket(address, { localAddress });
    const raw = new RawSocket(socket);
    afterwards(() => socket.terminate());
    await once(socket, "open");
    return raw;
  }

  /** Opens a socket and sends Connect, as session `digit`. */
  static async connect(
    url: string,
    session = "1",
    localAddress?: string,
    path?: string,
  ): Promise<RawSocket> {
    const raw = await RawSocket.open(url, path, localAddress);
    raw.send({
      type: "Connect",
      sessionId: `${session.padStart(8, "0")}-2222-4333-8444-555555555555`,
      connectionCount: 0,
      lastCloseReason: "InitialConnect",
      clientTs: Date.now(),
    });
    return raw;
  }

  send(message: unknown): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(text: string | Buffer): void {
    this.#socket.send(text);
  }

  /** Lets what `send` sends arrive in one piece. */
  together(send: () => void): void {
    this.#response?.socket.cork();
    send();
    this.#response?.socket.uncork();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  ofType(type: string): Message[] {
    return this.received.filter((message) => message.type === type);
  }

  transitions(): Transition[] {
    return this.ofType("Transition") as unknown as Transition[];
  }

  /** Says who it is: a user by a token, or an administrator by the key. */
  authenticate(
    value: string,
    tokenType: "User" | "Admin" = "User",
    baseVersion = 0,
  ): void {
    this.send({ type: "Authenticate", tokenType, value, baseVersion });
  }

  addQuery(queryId: number, udfPath: string, args: object, baseVersion = 0) {
    this.send({
      type: "ModifyQuerySet",
      baseVersion,
      newVersion: baseVersion + 1,
      modifications: [{ type: "Add", queryId, udfPath, args: [args] }],
    });
  }

  /** Makes a query set of the same query for many channels. */
  addQueries(
    count: number,
    {
      udfPath = "messages:count",
      channel = "channel",
      ...args
    }: { udfPath?: string; channel?: string; [arg: string]: unknown } = {},
  ): void {
    this.send({
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: Array.from({ length: count }, (_, queryId) => ({
        type: "Add",
        queryId,
        udfPath,
        args: [{ ...args, channel: `${channel} ${queryId}` }],
      })),
    });
  }

  mutate(requestId: number, udfPath: string, args: object): void {
    this.send({ type: "Mutation", requestId, udfPath, args: [args] });
  }
}
