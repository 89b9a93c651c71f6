import { useMatches } from "react-router-dom";
import { event } from "../content/event";
import { pages } from "../content/pages";
import type { Page, SitePage } from "../content/schemas";

/** The `handle` of a route. */
export type RouteHandle = Page & Pick<SitePage, "isAlone">;

/** The handle of the innermost route that has one. */
export function useRouteHandle(): RouteHandle {
  return handleOf(useMatches()) ?? pages.landing;
}

export function handleOf(matches: readonly { handle?: unknown }[]) {
  return matches
    .map(({ handle }) => handle)
    .filter(isRouteHandle)
    .at(-1);
}

/** Appends the event's name, except on the landing page, whose title it is. */
export function fullTitle({ title }: RouteHandle): string {
  return title === event.edition ? title : `${title} · ${event.edition}`;
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === "object" && handle !== null && "title" in handle;
}
