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
import { FairShares, type Share } from "../base/fair-shares";
import type { Asker } from "../base/fair-queue";
import { neighbourhoodOf } from "../base/ip-network";
import type { Caller } from "../functions/calls/call-and-outcome";
import type { TrustedProxies } from "./trusted-proxies";

/** A socket, or the sender of a request until it is answered. */
export class Guest {
  constructor(
    readonly asker: Asker,
    private readonly place: Share,
    /** Memory for its messages, or for a request and its answer. */
    readonly bytes: Share,
    /** Memory for its subscriptions. */
    readonly subscribed: Share,
  ) {
    requireRoom(place.hold(1));
  }

  /** @param person whose valid session the client has; null without one */
  identify(person: string | null): void {
    const { asker, place, bytes, subscribed } = this;
    if (asker.person === person) return;
    asker.person = person;
    for (const share of [place, bytes, subscribed]) share.recount();
  }

  /** Sets the memory held for a request and its answer. @throws RequestError 503 when there is no room for it */
  hold(bytes: number): void {
    requireRoom(this.bytes.hold(bytes));
  }

  /** The same, but waits until others of the address have been answered. */
  holdInTurn(bytes: number): Promise<void> {
    return this.bytes.holdInTurn(Math.min(bytes, MAX_HELD_BYTES));
  }

  /** Ends the accounting: the client is an administrator, was answered, or has gone. */
  leave(): void {
    const { place, bytes, subscribed } = this;
    for (const share of [place, bytes, subscribed]) share.close();
  }
}

/** An admitted request and what answers it. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  visitor: Guest;
  /** Rejects with a RequestError when the credential is invalid. */
  caller: Promise<Caller>;
};

/** Shares sockets, requests and memory among clients. */
export class Admission {
  readonly #sockets = new FairShares(MAX_SOCKETS);
  readonly #requests = new FairShares(MAX_REQUESTS);
  readonly #bytes = new FairShares(MAX_HELD_BYTES);
  readonly #subscribed = new FairShares(MAX_SUBSCRIBED_BYTES);
  #admittedSockets = 0;

  constructor(private readonly proxies: TrustedProxies) {}

  /** Bytes held for all requests and messages, beyond each one's free allowance. */
  get heldBytes(): number {
    return this.#bytes.total;
  }

  get subscribedBytes(): number {
    return this.#subscribed.total;
  }

  /**
   * Returns who sends requests, which need not be admitted.
   *
   * @param client its address
   * @param person whose valid session it has: callers behind one address are told apart by it
   */
  senderOf(client: string, person: string | null = null): Asker {
    const address = this.#addressOf(client);
    return { address, client: person ?? "http", person, isBusy: true };
  }

  /**
   * Counts a request until its response closes, or until others need the room.
   *
   * @throws RequestError 503 when there are too many requests
   */
  admitRequest(asker: Asker, response: ServerResponse): Guest {
    const visitor = this.#admit(
      this.#requests,
      asker,
      FREE_BYTES_PER_REQUEST,
      () => response.destroy(),
    );
    response.on("close", () => visitor.leave());
    return visitor;
  }

  /**
   * Counts a socket until `leave` is called, or until others need the room.
   *
   * @param client its address
   * @param give called when it must go
   * @throws RequestError 503 when there are too many sockets
   */
  admitSocket(client: string, give: () => void): Guest {
    const asker = {
      address: this.#addressOf(client),
      client: String(this.#admittedSockets++),
      person: null,
    };
    return this.#admit(this.#sockets, asker, FREE_BYTES_PER_SOCKET, give);
  }

  #admit(places: FairShares, asker: Asker, free: number, give: () => void) {
    return new Guest(
      asker,
      places.open(asker, give),
      this.#bytes.open(asker, give, free),
      this.#subscribed.open(asker, give),
    );
  }

  /** Empty when only a proxy is known, which stands for many clients. */
  #addressOf(client: string): string {
    return this.proxies.trusts(client) ? "" : neighbourhoodOf(client);
  }
}

function requireRoom(isThere: boolean): void {
  if (isThere) return;
  throw new RequestError(503, BusyError.code, new BusyError().message);
}
