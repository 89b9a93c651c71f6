interface ImportMetaEnv {
  /** The deployment to talk to; the page's own origin if it is not set. */
  readonly VITE_CONVEX_URL?: string;
  /** Where the site lives on the web, for link previews; `links.site` if it is not set. */
  readonly VITE_SITE_ORIGIN?: string;
  /** Whom to tell of sign-ins and sign-outs; nobody if it is not set. */
  readonly VITE_TOKEN_SYNC_URL?: string;
  /** How old a token may be to count as a sign-in there; five minutes if it is not set. */
  readonly VITE_TOKEN_SYNC_MAX_AGE_SECONDS?: string;
}
