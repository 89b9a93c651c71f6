import { useMatches } from "react-router-dom";
import { event } from "../content/event";
import { pages } from "../content/pages";
import type { Page } from "../content/schemas";

/** What a route says about itself in `routes.tsx`: how it is called, and described to search engines. */
export type RouteHandle = Page;

/** What the innermost route that says so calls itself. */
export function useRouteHandle(): RouteHandle {
  return handleOf(useMatches()) ?? pages.landing;
}

/** The same for matches that are at hand. */
export function handleOf(
  matches: readonly { handle?: unknown }[],
): RouteHandle | undefined {
  return matches
    .map(({ handle }) => handle)
    .filter(isRouteHandle)
    .at(-1);
}

/** A page's title with the event's name; the landing page is the event. */
export function fullTitle({ title }: RouteHandle): string {
  return title === event.edition ? title : `${title} · ${event.edition}`;
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === "object" && handle !== null && "title" in handle;
}
