import { useSearchParams } from "react-router-dom";

/** The path that the data browser is served under. */
export const basename = "/_data";

/** The search parameter that names the selected component; absent for the app. */
export const COMPONENT_PARAM = "component";

/** The URLs of all pages, relative to `basename`. */
export const paths = {
  home: "/",
  table: (table: string) => `/tables/${encodeURIComponent(table)}`,
  newDocument: (table: string) => `${paths.table(table)}/new`,
  document: (table: string, id: string) =>
    `${paths.table(table)}/${encodeURIComponent(id)}`,
  /** Redirects to a document whose table is not known. */
  find: (id: string) => `/find/${encodeURIComponent(id)}`,
  page: (path: string) => `/${path}`,
};

/** The selected component, from the URL; `link` keeps it in other URLs. */
export function useComponent() {
  const [params] = useSearchParams();
  const componentId = params.get(COMPONENT_PARAM);
  return {
    /** The argument of the admin functions; null for the app. */
    componentId,
    /** The URL of a path in the same component. */
    link: (pathname: string) =>
      componentId === null
        ? pathname
        : `${pathname}?${new URLSearchParams({ [COMPONENT_PARAM]: componentId }).toString()}`,
  };
}
