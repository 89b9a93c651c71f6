interface ImportMetaEnv {
  /** The deployment to talk to; the page's own origin if it is not set. */
  readonly VITE_CONVEX_URL?: string;
}
