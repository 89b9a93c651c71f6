import type { ModuleExports } from "./module";

/** A route's handler, created by `httpAction`. */
export type HttpEndpoint = {
  invokeHttpAction(request: Request): Promise<Response>;
};

/** The default export of `http.ts`. */
export type HttpRouter = {
  /** @returns `[endpoint, method, route]` for a path, or null */
  lookup(
    path: string,
    method: string,
  ): readonly [HttpEndpoint, string, string] | null;
  /**
   * @returns each route's `[path, method, endpoint]`; a prefix ends with `*`
   */
  getRoutes(): (readonly [string, string, HttpEndpoint])[];
};

/**
 * @param exports of the module `http`
 * @throws Error unless its default export is a router
 */
export function parseHttpModule(exports: ModuleExports): HttpRouter {
  const router = exports.default;
  if (isRouter(router)) return router;
  throw new Error("http must export an HTTP router as default");
}

function isRouter(value: unknown): value is HttpRouter {
  return typeof value === "object" && value !== null && "isRouter" in value;
}
