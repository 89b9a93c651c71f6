/** Addresses of the page. It has one origin, `SITE_URL`. */

/** The page's origin, such as `https://hackarena.example`. */
export function siteOrigin(): string {
  const { SITE_URL } = process.env;
  if (!SITE_URL) throw new Error("SITE_URL is not set");
  return new URL(SITE_URL).origin;
}

/**
 * Where a sign-in by Google may end: an address of the page. Anything else,
 * whether typed by a stranger or by mistake, leads to the page's beginning, for
 * what is refused here would leave the person on an error of the backend's.
 */
export function ownAddress(redirectTo: string): string {
  const origin = siteOrigin();
  const address = URL.canParse(redirectTo, origin)
    ? new URL(redirectTo, origin)
    : null;
  return address?.origin === origin ? address.href : `${origin}/`;
}

/** What a reset mail leads to. Not `?code=`, which Convex Auth's page would take for its own. */
export function resetLink(token: string, email: string): string {
  const link = new URL("/reset-password", siteOrigin());
  link.searchParams.set("token", token);
  link.searchParams.set("email", email);
  return link.href;
}
