import {
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { version } from "convex";
import { badRequest, AbandonedError, RequestError } from "../base/errors";
import { MAX_PIPELINED_REQUESTS } from "../base/client-limits";
import { within } from "../base/timers";
import { turns } from "../base/turns";
import { personOf } from "../protocol/authenticator";
import type { SyncServices } from "../protocol/sync-connection";
import type { Database } from "../transaction/database";
import type { Administration } from "../admin/administration";
import { Admission, type Guest } from "./admission";
import { AdminRoutes } from "./admin-routes";
import { retryHeaders, sendApiError } from "./api-error";
import { ApiFunctions, type ApiServices } from "./api-functions";
import { ApiRoutes } from "./api-routes";
import { isDataBrowserPath, sendMailPage } from "./data-browser-page";
import {
  isPublicTls,
  publicAddressFor,
  requireOwnName,
} from "./public-address";
import { endWithAnswer } from "./request-body";
import { StorageRoutes } from "./storage-routes";
import { SyncServer } from "./sync-server";
import type { TrustedProxies } from "./trusted-proxies";
import { tellTruth, type Visit, visitOf } from "./visit";
import {
  sendWebResponse,
  toWebRequest,
  whileClientWaits,
} from "./web-messages";

const SYNC_PATH = /^\/api\/(?:[^/]+\/)?sync$/;
const SITE_PREFIX = "/http";
const FAILURE = { status: 500, message: "The connection failed" };

type Services = SyncServices &
  ApiServices & {
    publicUrl: URL;
    administration: Administration;
    trustedProxies: TrustedProxies;
    dataBrowser: PageHandler | null;
    /** Null when none may stand in for a sign-in provider. */
    standIn: StandIn | null;
    database: Database;
  };

/** Pages under `path` that only people at this machine may see. */
type StandIn = { path: string; isOn(): boolean; handle: PageHandler };

export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>;

/**
 * Routes the requests of one origin, in this order: sync protocol and HTTP API,
 * data browser, stand-in for sign-in, HTTP actions of the app, page.
 */
export class BackendServer {
  readonly #sync: SyncServer;
  readonly #api: ApiRoutes;
  readonly #admin: AdminRoutes;
  readonly #storage: StorageRoutes;
  readonly #admission: Admission;
  readonly #requests = new Set<Promise<void>>();
  readonly #openRequests = new WeakMap<Duplex, number>();
  #requestCount = 0;
  #isClosing = false;

  constructor(private readonly services: Services) {
    this.#admission = new Admission(services.trustedProxies);
    this.#sync = new SyncServer(services, this.#admission);
    const functions = new ApiFunctions(services);
    this.#api = new ApiRoutes(functions);
    this.#admin = new AdminRoutes({ ...services, functions });
    this.#storage = new StorageRoutes({
      storage: () => services.functions.storage,
      database: services.database,
    });
  }

  /**
   * Accepts an upgrade to the sync protocol, or refuses it with an HTTP error.
   *
   * @returns false for upgrades to other paths, whose socket stays untouched, and
   *   while it closes
   */
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): boolean {
    const [pathname = ""] = (request.url ?? "").split("?");
    if (this.#isClosing) return false;
    if (!SYNC_PATH.test(pathname)) return false;
    try {
      const { client } = this.#receive(request);
      this.#sync.handleUpgrade(request, socket, head, client);
    } catch (error) {
      refuseUpgrade(socket, error);
    }
    return true;
  }

  /** Answers a request; passes those that no other route matches to `page`. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    page: PageHandler | null,
  ): void {
    if (this.#isClosing) {
      // Clients repeat what had no connection, but not what failed.
      response.destroy();
      return;
    }
    if (this.#countOpen(request, response) > MAX_PIPELINED_REQUESTS) {
      request.socket.destroy();
      return;
    }
    this.#requestCount += 1;
    setSecurityHeaders(response, this.services.publicUrl);
    endWithAnswer(request, response);
    const work = this.#route(request, response, page)
      .catch((error: unknown) => {
        if (error instanceof AbandonedError) return;
        sendApiError(response, error, this.services.logger);
      })
      .finally(() => {
        this.#requests.delete(work);
      });
    this.#requests.add(work);
  }

  /** Returns how many requests of the connection are without an answer, this one included. */
  #countOpen({ socket }: IncomingMessage, response: ServerResponse): number {
    const count = (this.#openRequests.get(socket) ?? 0) + 1;
    this.#openRequests.set(socket, count);
    response.once("close", () => {
      this.#openRequests.set(socket, (this.#openRequests.get(socket) ?? 1) - 1);
    });
    return count;
  }

  /** Refuses what has expired now; a client may come back with another token. */
  clockMoved(): void {
    this.#sync.checkExpiry();
  }

  get traffic(): { syncConnections: number; httpRequests: number } {
    const { size: syncConnections } = this.#sync;
    return { syncConnections, httpRequests: this.#requestCount };
  }

  /**
   * Waits for running requests, at most `graceMs`, and closes all sockets. Later
   * requests, which clients may send on connections that they have, get no answer.
   */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    await Promise.all([
      this.#sync.close(graceMs),
      within(Promise.all(this.#requests), graceMs),
    ]);
  }

  async #route(
    request: IncomingMessage,
    response: ServerResponse,
    page: PageHandler | null,
  ): Promise<void> {
    const visit = this.#receive(request);
    const url = requestUrl(request, this.services.publicUrl);
    if (SYNC_PATH.test(url.pathname)) {
      throw new RequestError(426, "UpgradeRequired", "Use a WebSocket");
    }
    requireMethod(request);
    // Hundreds may arrive in one moment; others' messages come in between.
    const sender = this.#admission.senderOf(visit.client);
    if (turns.isRoundOver) await turns.short(sender);
    const routes = this.#routesAt(request, url);
    if (routes !== null) {
      const { authorization } = request.headers;
      const { authenticator } = this.services;
      const caller = authenticator.callerOf(authorization);
      const person = await caller.then(personOf, () => null);
      const visitor = this.#admit(response, visit, person);
      return await routes.handle({ request, response, url, visitor, caller });
    }
    if (this.#answerAboutItself(url, response)) return;
    const { dataBrowser } = this.services;
    if (dataBrowser !== null && isDataBrowserPath(url.pathname)) {
      const mail = this.services.administration.outbox.htmlAt(url.pathname);
      if (mail !== null) return sendMailPage(response, mail);
      return this.#show(dataBrowser, request, response, visit);
    }
    const { standIn } = this.services;
    if (standIn !== null && isFor(standIn, url, visit)) {
      return this.#show(standIn.handle, request, response, visit);
    }
    if (await this.#runAppRoute(request, response, url, visit)) return;
    if (page === null) {
      const hint =
        dataBrowser === null ? "" : "; the data browser is at /_data";
      throw new RequestError(
        404,
        "NotFound",
        `No matching routes found${hint}`,
      );
    }
    await this.#show(page, request, response, visit);
  }

  /** @throws RequestError 503 when there are too many requests */
  #admit(
    response: ServerResponse,
    { client }: Visit,
    person: string | null,
  ): Guest {
    const sender = this.#admission.senderOf(client, person);
    return this.#admission.admitRequest(sender, response);
  }

  #routesAt({ method = "" }: IncomingMessage, { pathname }: URL) {
    if (this.#api.has(pathname)) return this.#api;
    if (this.#admin.has(method, pathname)) return this.#admin;
    return this.#storage.has(pathname) ? this.#storage : null;
  }

  /** Serves a page, or redirects: browsers store sessions by origin. */
  async #show(
    page: PageHandler,
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
  ): Promise<void> {
    const { publicUrl } = this.services;
    const address = publicAddressFor(request, visit, publicUrl);
    if (address === null) return await page(request, response);
    response.writeHead(307, { location: address }).end();
  }

  /** @throws RequestError 400 for a malformed host, 421 for a foreign one */
  #receive(request: IncomingMessage): Visit {
    const { publicUrl, trustedProxies } = this.services;
    const visit = visitOf(request, trustedProxies);
    requireOwnName(visit, publicUrl);
    tellTruth(request, visit);
    return visit;
  }

  #answerAboutItself(url: URL, response: ServerResponse): boolean {
    const text = new Map([
      ["/version", version],
      ["/instance_version", version],
      ["/instance_name", "embedded"],
    ]).get(url.pathname);
    if (text === undefined) return false;
    response.writeHead(200, { "content-type": "text/plain" }).end(text);
    return true;
  }

  /** Runs an HTTP action. Its routes are at the root and under `/http`. */
  async #runAppRoute(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    visit: Visit,
  ): Promise<boolean> {
    const isSite = url.pathname.startsWith(`${SITE_PREFIX}/`);
    const target = new URL(url);
    if (isSite) target.pathname = url.pathname.slice(SITE_PREFIX.length);
    const { functions, authenticator } = this.services;
    if (functions.hasHttpAction(target.pathname, request.method ?? "GET")) {
      const { authorization } = request.headers;
      const caller = await authenticator.httpCallerOf(authorization);
      const visitor = this.#admit(response, visit, personOf(caller));
      const signal = whileClientWaits(response);
      const webRequest = await toWebRequest(request, target, visitor, signal);
      const { asker } = visitor;
      const answer = await functions.runHttpAction(webRequest, {
        caller,
        asker,
      });
      if (answer !== null) {
        await sendWebResponse(request, response, answer);
        return true;
      }
    }
    if (!isSite) return false;
    response.writeHead(404, { "content-type": "text/plain" });
    response.end("No matching routes found");
    return true;
  }
}

/** What every answer says; a page may say more. */
function setSecurityHeaders(response: ServerResponse, publicUrl: URL): void {
  response.setHeader("x-content-type-options", "nosniff");
  if (isPublicTls(publicUrl))
    response.setHeader("strict-transport-security", "max-age=31536000");
}

function isFor(standIn: StandIn, { pathname }: URL, visit: Visit): boolean {
  const isBelow = pathname.startsWith(`${standIn.path}/`);
  return isBelow && visit.isLocal && standIn.isOn();
}

/** Refuses the methods that the Request class does not support. */
function requireMethod({ method }: IncomingMessage): void {
  if (!["TRACE", "TRACK", "CONNECT"].includes(method ?? "")) return;
  throw new RequestError(405, "MethodNotAllowed", `There is no ${method}`);
}

function refuseUpgrade(socket: Duplex, error: unknown): void {
  const isExpected = error instanceof RequestError;
  const { status, message } = isExpected ? error : FAILURE;
  const headers = {
    connection: "close",
    "content-type": "text/plain",
    "content-length": Buffer.byteLength(message),
    ...retryHeaders(status),
  };
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.on("error", () => {});
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${message}`,
  );
}

/** @throws RequestError 400 when the request target is not a path */
function requestUrl(request: IncomingMessage, publicUrl: URL): URL {
  const target = request.url ?? "/";
  if (target.startsWith("/") && URL.canParse(publicUrl.origin + target)) {
    return new URL(publicUrl.origin + target);
  }
  throw badRequest("BadRequest", "The request target is not a path");
}
