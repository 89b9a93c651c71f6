interface ImportMetaEnv {
  /** The deployment's URL; defaults to the page's own origin. */
  readonly VITE_CONVEX_URL?: string;
  /** The URL of its HTTP actions; by default derived from the deployment's. */
  readonly VITE_CONVEX_SITE_URL?: string;
  /** The site's public origin, for link previews; defaults to `links.site`. */
  readonly VITE_SITE_ORIGIN?: string;
  /** "off": no service worker, and those that browsers have are removed. */
  readonly VITE_WORKER?: string;
  /** The endpoint that is told of sign-ins and sign-outs; off by default. */
  readonly VITE_TOKEN_SYNC_URL?: string;
  /** The maximum age of a token that counts as a sign-in there; defaults to 300. */
  readonly VITE_TOKEN_SYNC_MAX_AGE_SECONDS?: string;
}
