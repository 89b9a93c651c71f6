import { links } from "../content/links";

/** Where the site lives on the web, without a slash at the end; link previews need whole addresses. */
export const siteOrigin = import.meta.env.VITE_SITE_ORIGIN ?? links.site;
