import {
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { RequestError } from "../base/errors";
import type { Logger } from "../base/logger";
import type { FileStorage } from "../functions/files/file-storage";
import type { SyncServices } from "../protocol/sync-connection";
import type { Database } from "../transaction/database";
import type { Administration } from "../admin/administration";
import { AdminRoutes } from "./admin-routes";
import { sendApiError } from "./api-error";
import { ApiFunctions, type ApiServices } from "./api-functions";
import { ApiRoutes } from "./api-routes";
import { isDataBrowserPath } from "./data-browser-page";
import { publicAddressFor, requireOwnName } from "./public-address";
import { StorageRoutes } from "./storage-routes";
import { SyncServer } from "./sync-server";
import type { TrustedProxies } from "./trusted-proxies";
import { tellTruth, type Visit, visitOf } from "./visit";
import { sendWebResponse, toWebRequest } from "./web-messages";

const SYNC_PATH = /^\/api\/(?:[^/]+\/)?sync$/;
const SITE_PREFIX = "/http";
const FAILURE = { status: 500, message: "The connection failed" };

type Services = SyncServices &
  ApiServices & {
    publicUrl: URL;
    administration: Administration;
    /** What the deployment says that it is called. */
    addresses: { cloudUrl: string; siteUrl: string };
    trustedProxies: TrustedProxies;
    /** Null when there is none. */
    dataBrowser: PageHandler | null;
    version: string;
    functions: SyncServices["functions"] &
      ApiServices["functions"] & {
        /** Null when no route of the app matches. */
        runHttpAction(request: Request): Promise<Response | null>;
        readonly storage: FileStorage;
      };
    database: Database;
  };

export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>;

/**
 * One origin for everything: the sync socket and the HTTP API first, then the
 * data browser, the app's own routes, and the page.
 */
export class BackendServer {
  readonly #services: Services;
  readonly #sync: SyncServer;
  readonly #api: ApiRoutes;
  readonly #admin: AdminRoutes;
  readonly #storage: StorageRoutes;
  readonly #logger: Logger;
  readonly #requests = new Set<Promise<void>>();
  #requestCount = 0;

  constructor(services: Services) {
    const { authenticator, logger } = services;
    this.#services = services;
    this.#logger = logger;
    this.#sync = new SyncServer(services);
    const functions = new ApiFunctions(services);
    this.#api = new ApiRoutes({ functions, authenticator, logger });
    this.#admin = new AdminRoutes({ ...services, functions });
    this.#storage = new StorageRoutes({
      storage: () => services.functions.storage,
      database: services.database,
      logger,
    });
  }

  /**
   * Takes the socket of an upgrade to the sync protocol; false for others. One
   * that is for another server is told so.
   */
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): boolean {
    const [pathname = ""] = (request.url ?? "").split("?");
    if (!SYNC_PATH.test(pathname)) return false;
    try {
      this.#receive(request);
      this.#sync.handleUpgrade(request, socket, head);
    } catch (error) {
      refuseUpgrade(socket, error);
    }
    return true;
  }

  /** Answers a request; what is not the backend's goes to `page`. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    page: PageHandler | null,
  ): void {
    this.#requestCount += 1;
    const work = this.#route(request, response, page)
      .catch((error: unknown) => sendApiError(response, error, this.#logger))
      .finally(() => {
        this.#requests.delete(work);
      });
    this.#requests.add(work);
  }

  /** Sockets that are open now, and requests since it was made. */
  get traffic(): { syncConnections: number; httpRequests: number } {
    const { size: syncConnections } = this.#sync;
    return { syncConnections, httpRequests: this.#requestCount };
  }

  /** Lets what is under way finish, for `graceMs` at most. */
  async close(graceMs: number): Promise<void> {
    const deadline = new Promise<void>((resolve) => {
      setTimeout(resolve, graceMs).unref();
    });
    await Promise.all([
      this.#sync.close(graceMs),
      Promise.race([Promise.all(this.#requests), deadline]),
    ]);
  }

  async #route(
    request: IncomingMessage,
    response: ServerResponse,
    page: PageHandler | null,
  ): Promise<void> {
    const visit = this.#receive(request);
    const url = requestUrl(request, this.#services.publicUrl);
    if (SYNC_PATH.test(url.pathname)) {
      throw new RequestError(426, "UpgradeRequired", "Use a WebSocket");
    }
    if (await this.#api.handle(request, response, url)) return;
    if (await this.#admin.handle(request, response, url)) return;
    if (await this.#storage.handle(request, response, url)) return;
    if (this.#answerAboutItself(url, response)) return;
    const { dataBrowser } = this.#services;
    if (dataBrowser !== null && isDataBrowserPath(url.pathname)) {
      return this.#show(dataBrowser, request, response, visit);
    }
    if (await this.#runAppRoute(request, response, url)) return;
    if (page === null) {
      throw new RequestError(404, "NotFound", "No matching routes found");
    }
    await this.#show(page, request, response, visit);
  }

  /** At their public address alone: pages keep what they know by origin. */
  async #show(
    page: PageHandler,
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
  ): Promise<void> {
    const { publicUrl } = this.#services;
    const address = publicAddressFor(request, visit, publicUrl);
    if (address === null) return await page(request, response);
    response.writeHead(307, { location: address }).end();
  }

  /** Throws RequestError for a request that is not for this server. */
  #receive(request: IncomingMessage): Visit {
    const { publicUrl, trustedProxies } = this.#services;
    const visit = visitOf(request, trustedProxies);
    requireOwnName(visit, publicUrl);
    tellTruth(request, visit);
    return visit;
  }

  #answerAboutItself(url: URL, response: ServerResponse): boolean {
    const text = new Map([
      ["/version", this.#services.version],
      ["/instance_version", this.#services.version],
      ["/instance_name", "embedded"],
    ]).get(url.pathname);
    if (text === undefined) return false;
    response.writeHead(200, { "content-type": "text/plain" }).end(text);
    return true;
  }

  /** The routes of the app's http.ts, at the root and under `/http`. */
  async #runAppRoute(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<boolean> {
    const isSite = url.pathname.startsWith(`${SITE_PREFIX}/`);
    const target = new URL(url);
    if (isSite) target.pathname = url.pathname.slice(SITE_PREFIX.length);
    const webRequest = await toWebRequest(request, target);
    const answer = await this.#services.functions.runHttpAction(webRequest);
    if (answer !== null) {
      await sendWebResponse(request, response, answer);
      return true;
    }
    if (!isSite) return false;
    response.writeHead(404, { "content-type": "text/plain" });
    response.end("No matching routes found");
    return true;
  }
}

function refuseUpgrade(socket: Duplex, error: unknown): void {
  const isExpected = error instanceof RequestError;
  const { status, message } = isExpected ? error : FAILURE;
  socket.on("error", () => {});
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  );
}

/** Throws RequestError 400 for a target that is not a path. */
function requestUrl(request: IncomingMessage, publicUrl: URL): URL {
  const target = request.url ?? "/";
  if (target.startsWith("/") && URL.canParse(publicUrl.origin + target)) {
    return new URL(publicUrl.origin + target);
  }
  throw new RequestError(400, "BadRequest", "The request target is not a path");
}
