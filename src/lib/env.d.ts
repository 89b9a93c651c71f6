interface ImportMetaEnv {
  /** The deployment to talk to; the page's own origin if it is not set. */
  readonly VITE_CONVEX_URL?: string;
  /** Where the site lives on the web, for link previews; `links.site` if it is not set. */
  readonly VITE_SITE_ORIGIN?: string;
}
