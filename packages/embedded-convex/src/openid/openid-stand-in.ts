import assert from "node:assert";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  MutableRedirectUri,
  MutableToken,
  OAuth2Service,
  TokenRequestIncomingMessage,
} from "oauth2-mock-server";
import { badRequest, RequestError } from "../base/errors";
import { isLoopbackName } from "../base/loopback";
import { isSameSecret } from "../base/same-secret";
import { readBody } from "../http/request-body";
import {
  parsePerson,
  RememberedPeople,
  type StandInPerson,
} from "./remembered-people";
import { SIGN_IN_PAGE_POLICY, signInPage } from "./sign-in-page";

type Environment = Readonly<Record<string, string>>;

type Options = {
  /** The id of the provider in Convex Auth, such as `google`. */
  provider: string;
  /** A loopback origin. */
  publicUrl: URL;
};

const CLIENT_ID = "stand-in";
const SECRET_BYTES = 24;
const MAX_FORM_BYTES = 4_096;
/** People who chose who they are and whose code was not redeemed yet. */
const MAX_PENDING = 100;

/**
 * An OpenID provider that stands in for another one, such as Google, on a
 * server that only its own machine can reach: a page asks for a name and an
 * address and believes them. Functions learn of it through the variables that
 * Convex Auth reads (`AUTH_GOOGLE_ID`, `_SECRET`, `_ISSUER`), so they run the
 * same code as with the real one. The protocol is oauth2-mock-server's.
 */
export class OpenIdStandIn {
  /** The path that all its addresses begin with. */
  readonly path: string;
  readonly #provider: string;
  readonly #origin: string;
  readonly #issuer: string;
  readonly #callback: string;
  readonly #secret = randomBytes(SECRET_BYTES).toString("hex");
  readonly #remembered: RememberedPeople;
  /** Who chose themselves in a request, until it has its code. */
  readonly #choosing = new WeakMap<IncomingMessage, StandInPerson>();
  /** Whom each code stands for. */
  readonly #chosen = new Map<string, StandInPerson>();
  #service: Promise<OAuth2Service> | null = null;

  constructor({ provider, publicUrl }: Options) {
    this.#provider = provider;
    this.#origin = publicUrl.origin;
    this.path = `/_stand-in/${provider}`;
    this.#issuer = this.#origin + this.path;
    this.#callback = `${this.#origin}/api/auth/callback/${provider}`;
    this.#remembered = new RememberedPeople({
      name: `stand-in-${provider}`,
      path: this.path,
    });
  }

  /** What the log says at the start. */
  get notice(): string {
    return `${this.#name} sign-in is a stand-in: only this machine reaches this server, and no client is set`;
  }

  /**
   * Returns the variables of functions with this provider's, unless a client is
   * set or the page is at an address that other machines reach.
   */
  addTo(environment: Environment): Environment {
    const names = this.#variables();
    const isSet = Object.keys(names).some((name) => environment[name]);
    const { SITE_URL = this.#origin } = environment;
    const isLocal =
      URL.canParse(SITE_URL) && isLoopbackName(new URL(SITE_URL).hostname);
    return isSet || !isLocal ? environment : { ...environment, ...names };
  }

  /** Whether functions that see these variables use it. */
  isUsedBy(environment: Environment): boolean {
    return Object.entries(this.#variables()).every(
      ([name, value]) => environment[name] === value,
    );
  }

  /** Returns its pages, which answer as long as functions use it. */
  pagesFor(functions: { environment: Environment }) {
    return {
      path: this.path,
      isOn: () => this.isUsedBy(functions.environment),
      handle: (request: IncomingMessage, response: ServerResponse) =>
        this.handle(request, response),
    };
  }

  /** Answers a request for one of its addresses. @throws RequestError */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const url = new URL(this.#origin + (request.url ?? "/"));
    const endpoint = `${request.method} ${url.pathname.slice(this.path.length)}`;
    response.setHeader("cache-control", "no-store");
    switch (endpoint) {
      case "GET /.well-known/openid-configuration":
      case "GET /jwks":
      case "POST /token":
        return this.#pass(request, response, url);
      case "GET /authorize":
        this.#requireOwnRequest(url);
        return this.#ask(request, response, null);
      case "POST /authorize":
        this.#requireOwnRequest(url);
        return this.#receive(request, response, url);
      default:
        throw new RequestError(404, "NotFound", "There is no such page");
    }
  }

  /** The name of the provider in whose place it stands. */
  get #name(): string {
    return this.#provider.charAt(0).toUpperCase() + this.#provider.slice(1);
  }

  #variables(): Record<string, string> {
    const prefix = `AUTH_${this.#provider.toUpperCase().replaceAll("-", "_")}`;
    return {
      [`${prefix}_ID`]: CLIENT_ID,
      [`${prefix}_SECRET`]: this.#secret,
      [`${prefix}_ISSUER`]: this.#issuer,
    };
  }

  /** Only the functions' own sign-ins are answered, at their own address. */
  #requireOwnRequest({ searchParams }: URL): void {
    const isOwn =
      searchParams.get("client_id") === CLIENT_ID &&
      searchParams.get("redirect_uri") === this.#callback &&
      searchParams.get("response_type") === "code" &&
      searchParams.has("code_challenge");
    if (isOwn) return;
    throw badRequest("BadRequest", "Begin at the page's own button");
  }

  #ask(
    request: IncomingMessage,
    response: ServerResponse,
    refused: Parameters<typeof signInPage>[0]["refused"],
  ): void {
    const known = this.#remembered.read(request);
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": SIGN_IN_PAGE_POLICY,
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex, nofollow",
    });
    response.end(signInPage({ provider: this.#name, known, refused }));
  }

  async #receive(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    if ((request.headers.origin ?? this.#origin) !== this.#origin) {
      throw new RequestError(403, "Forbidden", "Another site sent this form");
    }
    const body = await readBody(request, { maxBytes: MAX_FORM_BYTES });
    const fields = new URLSearchParams(body.toString());
    if (fields.has("cancel")) return this.#cancel(response, url);
    const known = this.#remembered.read(request);
    const entered = known[Number(fields.get("known") ?? NaN)] ?? {
      name: fields.get("name") ?? "",
      email: fields.get("email") ?? "",
    };
    const parsed = parsePerson(entered);
    if ("issues" in parsed) {
      const { issues } = parsed;
      return this.#ask(request, response, { entered, issues });
    }
    const { person } = parsed;
    response.setHeader("set-cookie", this.#remembered.with(person, known));
    this.#choosing.set(request, person);
    request.method = "GET";
    await this.#pass(request, response, url);
  }

  /** Returns with the error that OpenID prescribes. */
  #cancel(response: ServerResponse, { searchParams }: URL): void {
    const back = new URL(this.#callback);
    back.searchParams.set("error", "access_denied");
    const state = searchParams.get("state");
    if (state !== null) back.searchParams.set("state", state);
    response.writeHead(302, { location: back.href }).end();
  }

  /** Lets the library answer; its addresses have no prefix. */
  async #pass(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname, search }: URL,
  ): Promise<void> {
    this.#service ??= this.#createService();
    const { requestHandler } = await this.#service;
    request.url = pathname.slice(this.path.length) + search;
    requestHandler(request, response);
  }

  async #createService(): Promise<OAuth2Service> {
    // Imported on first use, because most servers never use it.
    const { OAuth2Issuer, OAuth2Service } = await import("oauth2-mock-server");
    const issuer = new OAuth2Issuer();
    issuer.url = this.#issuer;
    await issuer.keys.generate("RS256");
    const service = new OAuth2Service(issuer);
    service.on(
      "beforeAuthorizeRedirect",
      ({ url }: MutableRedirectUri, request: IncomingMessage) =>
        this.#choose(url, request),
    );
    service.on(
      "beforeTokenSigning",
      (token: MutableToken, request: TokenRequestIncomingMessage) =>
        Object.assign(token.payload, this.#claims(request)),
    );
    service.on("beforeResponse", (_response, request) => {
      this.#chosen.delete(codeOf(request as TokenRequestIncomingMessage));
    });
    return service;
  }

  #choose(redirect: URL, request: IncomingMessage): void {
    const person = this.#choosing.get(request);
    assert(person !== undefined, "nobody was chosen");
    const [oldest] = this.#chosen.keys();
    if (this.#chosen.size >= MAX_PENDING && oldest !== undefined) {
      this.#chosen.delete(oldest);
    }
    this.#chosen.set(redirect.searchParams.get("code") ?? "", person);
  }

  /** The library answers a failed assertion with `invalid_request`. */
  #claims(request: TokenRequestIncomingMessage): Record<string, unknown> {
    const credentials = Buffer.from(`${CLIENT_ID}:${this.#secret}`);
    assert(
      isSameSecret(
        request.headers.authorization ?? "",
        `Basic ${credentials.toString("base64")}`,
      ),
      "invalid client",
    );
    const { grant_type: grant } = request.body;
    assert(grant === "authorization_code", "unsupported grant");
    assert("code_verifier" in request.body, "code_verifier required");
    const person = this.#chosen.get(codeOf(request));
    assert(person !== undefined, "invalid code");
    const { name, email } = person;
    // One address is one person.
    return { sub: email, aud: CLIENT_ID, name, email, email_verified: true };
  }
}

function codeOf({ body }: TokenRequestIncomingMessage): string {
  return typeof body.code === "string" ? body.code : "";
}
