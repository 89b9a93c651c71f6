import editions from "./past-editions.json";

/** An edition of the event whose pages are in `public/`; `npm run archive` writes them, and the list beside this module. */
export type PastEdition = { name: string; path: string };

/** The newest first. */
export const pastEditions: readonly PastEdition[] = editions;
