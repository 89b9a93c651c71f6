import type { Component } from "./app";
import type { HttpEndpoint } from "./http-router";

/** A handler and its component. */
type HttpRoute = { endpoint: HttpEndpoint; component: Component };

/**
 * Finds the handler for a path: first among the component's own routes, then in
 * components mounted under a prefix of the path.
 *
 * @returns null when no route matches
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
