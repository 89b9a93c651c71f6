import type { Component } from "./deployment";
import type { HttpEndpoint } from "../loading/http-router";

/** A handler and the component that it belongs to. */
export type HttpRoute = { endpoint: HttpEndpoint; component: Component };

/**
 * Finds the handler for a path: the component's own routes first, then those
 * of the components mounted under a prefix of it. Null when there is none.
 */
export function findRoute(
  component: Component,
  path: string,
  method: string,
): HttpRoute | null {
  const own = component.httpRouter?.lookup(path, method) ?? null;
  if (own !== null) return { endpoint: own[0], component };
  for (const [prefix, child] of component.httpMounts) {
    if (!path.startsWith(prefix)) continue;
    const route = findRoute(child, path.slice(prefix.length - 1), method);
    if (route !== null) return route;
  }
  return null;
}
