import type { ModuleExports } from "./module-scope";

/** A route's handler, as `httpAction` makes it. */
export type HttpEndpoint = {
  invokeHttpAction(request: Request): Promise<Response>;
};

/** The default export of `http.ts`. */
export type HttpRouter = {
  /** Finds `[endpoint, method, route]` for a path, or null. */
  lookup(
    path: string,
    method: string,
  ): readonly [HttpEndpoint, string, string] | null;
  /** Every route as `[path, method, endpoint]`; a prefix ends with `*`. */
  getRoutes(): (readonly [string, string, HttpEndpoint])[];
};

/** Reads the exports of `http`; throws unless its default is a router. */
export function parseHttpModule(exports: ModuleExports): HttpRouter {
  const router = exports.default;
  if (isRouter(router)) return router;
  throw new Error("http must export an HTTP router as default");
}

function isRouter(value: unknown): value is HttpRouter {
  return typeof value === "object" && value !== null && "isRouter" in value;
}
