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
