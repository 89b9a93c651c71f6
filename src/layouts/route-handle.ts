import { useMatches } from "react-router-dom";

/** What a route says about itself in `routes.tsx`. */
export type RouteHandle = {
  /** What the page is called, in the browser's title and to screen readers. */
  title: string;
};

/** The title of the innermost route that has one. */
export function useRouteTitle(): string | undefined {
  return useMatches()
    .map(({ handle }) => handle)
    .filter(isRouteHandle)
    .at(-1)?.title;
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === "object" && handle !== null && "title" in handle;
}
