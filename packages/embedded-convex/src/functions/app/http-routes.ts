import type { Component } from "./app";
import type { HttpEndpoint } from "./http-router";

export type HttpRoute = { endpoint: HttpEndpoint; component: Component };

/**
 * Finds the handler for a path, in Convex's order: an exact path among the
 * component's own routes, then the longest prefix among its own and those of its
 * mounts. A mount that matches answers alone. An app's HTTP prefix is before its own
 * routes only.
 *
 * @returns null when no route matches
 */
export function findRoute(
  component: Component,
  path: string,
  method: string,
): HttpRoute | null {
  const ownPrefix = component.definition?.httpPrefix ?? "/";
  const ownPath = path.slice(ownPrefix.length - 1);
  const own = path.startsWith(ownPrefix)
    ? component.httpRouter?.lookup(ownPath, method)
    : null;
  const mount = component.httpMounts.find(([prefix]) =>
    path.startsWith(prefix),
  );
  if (own) {
    const [endpoint, , route] = own;
    // The route of a prefix ends with `*`.
    const ownLength =
      route === ownPath ? Infinity : ownPrefix.length - 1 + route.length - 1;
    if (mount === undefined || ownLength > mount[0].length) {
      return { endpoint, component };
    }
  }
  if (mount === undefined) return null;
  const [prefix, child] = mount;
  return findRoute(child, path.slice(prefix.length - 1), method);
}
