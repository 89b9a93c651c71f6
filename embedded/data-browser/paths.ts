/** Where the data browser lives on its origin. */
export const basename = "/_data";

/** The search parameter that names the component in view; absent for the app. */
export const COMPONENT = "component";

/** Every address inside the data browser. */
export const paths = {
  home: "/",
  table: (table: string) => `/tables/${encodeURIComponent(table)}`,
  newDocument: (table: string) => `${paths.table(table)}/new`,
  document: (table: string, id: string) =>
    `${paths.table(table)}/${encodeURIComponent(id)}`,
  /** Finds the table of a document and goes on to the document there. */
  find: (id: string) => `/find/${encodeURIComponent(id)}`,
  panel: (path: string) => `/${path}`,
};
