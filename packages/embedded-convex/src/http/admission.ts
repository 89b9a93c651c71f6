import type { IncomingMessage, ServerResponse } from "node:http";
import {
  FREE_BYTES_PER_REQUEST,
  FREE_BYTES_PER_SOCKET,
  MAX_HELD_BYTES,
  MAX_REQUESTS,
  MAX_SOCKETS,
  MAX_SUBSCRIBED_BYTES,
} from "../base/client-limits";
import { BusyError, RequestError } from "../base/errors";
import { type Exceeded, Quota, type Share } from "../base/quota";
import type { Asker } from "../base/fair-queue";
import { neighbourhoodOf } from "./ip-network";
import type { TrustedProxies } from "./trusted-proxies";

/** An admitted socket. */
export type Guest = {
  asker: Asker;
  /** Memory held for its messages. */
  bytes: Share;
  /** Memory held for its subscriptions. */
  subscribed: Share;
  leave(): void;
};

/** The sender of a request, until the request is answered. */
export class Visitor {
  constructor(
    readonly asker: Asker,
    private readonly place: Share,
    private readonly bytes: Share,
  ) {}

  /**
   * Sets the memory held for the request and its answer.
   *
   * @throws RequestError 429 or 503 when that exceeds a quota
   */
  hold(bytes: number): void {
    const exceeded = this.bytes.hold(bytes);
    if (exceeded !== null) this.bytes.close();
    refuse(exceeded);
  }

  /** The same, but waits until others of the address have been answered. */
  holdInTurn(bytes: number): Promise<void> {
    return this.bytes.holdInTurn(Math.min(bytes, MAX_HELD_BYTES.perAddress));
  }

  /** Ends the accounting: the sender is an administrator, or was answered. */
  exempt(): void {
    this.place.close();
    this.bytes.close();
  }
}

/** An admitted request and what answers it. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  visitor: Visitor;
};

/** Limits sockets, requests and held memory, per address and in total. */
export class Admission {
  readonly #sockets = new Quota(MAX_SOCKETS);
  readonly #requests = new Quota(MAX_REQUESTS);
  readonly #bytes = new Quota(MAX_HELD_BYTES);
  readonly #subscribed = new Quota(MAX_SUBSCRIBED_BYTES);
  #admittedSockets = 0;

  constructor(private readonly proxies: TrustedProxies) {}

  /** Bytes held for all requests and messages, beyond each one's free allowance. */
  get heldBytes(): number {
    return this.#bytes.total;
  }

  get subscribedBytes(): number {
    return this.#subscribed.total;
  }

  /** Returns who sends requests, which need not be admitted. */
  senderOf(client: string): Asker {
    return { address: this.#addressOf(client) ?? "", client: "http" };
  }

  /**
   * Counts a request until its response closes.
   *
   * @param client its address
   * @throws RequestError 429 or 503 when there are too many requests
   */
  admitRequest(client: string, response: ServerResponse): Visitor {
    const address = this.#addressOf(client);
    const place = this.#requests.open(address);
    refuse(place.hold(1));
    const bytes = this.#bytes.open(address, {
      free: FREE_BYTES_PER_REQUEST,
    });
    const visitor = new Visitor(this.senderOf(client), place, bytes);
    response.on("close", () => visitor.exempt());
    return visitor;
  }

  /**
   * Counts a socket until `leave` is called.
   *
   * @param client its address
   * @param evict called when its subscriptions have to make room for others'
   * @throws RequestError 429 or 503 when there are too many sockets
   */
  admitSocket(client: string, evict: () => void): Guest {
    const address = this.#addressOf(client);
    const place = this.#sockets.open(address);
    refuse(place.hold(1));
    const bytes = this.#bytes.open(address, { free: FREE_BYTES_PER_SOCKET });
    const subscribed = this.#subscribed.open(address, { evict });
    const asker = {
      address: address ?? "",
      client: String(this.#admittedSockets++),
    };
    const leave = () => {
      place.close();
      bytes.close();
      subscribed.close();
    };
    return { asker, bytes, subscribed, leave };
  }

  /** Null when only a proxy is known, which stands for many clients. */
  #addressOf(client: string): string | null {
    if (client === "" || this.proxies.trusts(client)) return null;
    return neighbourhoodOf(client);
  }
}

function refuse(exceeded: Exceeded | null): void {
  if (exceeded === null) return;
  const { message } = new BusyError();
  const status = exceeded === "address" ? 429 : 503;
  throw new RequestError(status, BusyError.code, message);
}
