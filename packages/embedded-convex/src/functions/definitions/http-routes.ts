import type { Component } from "./app";
import type { HttpEndpoint } from "./http-router";

/** A handler and its component. */
type HttpRoute = { endpoint: HttpEndpoint; component: Component };

/**
 * Finds the handler for a path, in Convex's order: an exact path among the
 * component's own routes, then the longest prefix among its own and those of its
 * mounts. A mount that matches answers alone.
 *
 * @returns null when no route matches
 */
export function findRoute(
  component: Component,
  path: string,
  method: string,
): HttpRoute | null {
  const own = component.httpRouter?.lookup(path, method) ?? null;
  const mount = component.httpMounts.find(([prefix]) =>
    path.startsWith(prefix),
  );
  if (own !== null) {
    const [endpoint, , route] = own;
    // The route of a prefix ends with `*`.
    const ownLength = route === path ? Infinity : route.length - 1;
    if (mount === undefined || ownLength > mount[0].length) {
      return { endpoint, component };
    }
  }
  if (mount === undefined) return null;
  const [prefix, child] = mount;
  return findRoute(child, path.slice(prefix.length - 1), method);
}
