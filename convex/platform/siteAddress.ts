/** URLs of the page. It has one origin, `SITE_URL`. */

/** Returns the page's origin, such as `https://hackarena.example`. */
export function siteOrigin(): string {
  const { SITE_URL } = process.env;
  if (!SITE_URL) throw new Error("SITE_URL is not set");
  return new URL(SITE_URL).origin;
}

/**
 * Returns where a sign-in by Google ends: `redirectTo` if that is a URL of the page,
 * otherwise the home page. An error here would leave the person on an error page
 * of the backend, so a foreign URL is replaced, not refused.
 */
export function ownAddress(redirectTo: string): string {
  const origin = siteOrigin();
  const address = parsed(redirectTo, origin);
  return address?.href.startsWith(`${origin}/`) ? address.href : `${origin}/`;
}

/** `URL.canParse` is not in Convex backends before August 2026. */
function parsed(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Returns the address of a page of the site. */
export function pageAddress(path: string): string {
  return new URL(path, siteOrigin()).href;
}

/** Returns the address of the HTTP actions; null if the deployment has none. */
export function functionsAddress(): string | null {
  return process.env.CONVEX_SITE_URL?.replace(/\/$/, "") || null;
}

/** Where http.ts answers with link previews; a project's id follows. */
export const PREVIEW_PATH = "/preview/projects/";

/**
 * Returns the id of the project at a path of the page or of its preview, without what
 * chats put around it; null elsewhere.
 */
export function projectIdIn(path: string): string | null {
  return /^(?:\/preview)?\/projects\/\W*(\w+)[^/]*$/.exec(path)?.[1] ?? null;
}

/**
 * Returns the address under which a project is shared. The page is one HTML file for
 * all projects, so an HTTP action serves the project's link preview. Null if the
 * deployment has no address for HTTP actions.
 */
export function previewAddress(projectId: string): string | null {
  const address = functionsAddress();
  return address && `${address}${PREVIEW_PATH}${projectId}`;
}

/** Returns the link of a mail that invites somebody to a role. */
export function roleInvitationLink(token: string): string {
  const link = new URL("/appointment", siteOrigin());
  link.searchParams.set("token", token);
  return link.href;
}

/**
 * Returns the link of a reset mail. Convex Auth's client would take a parameter
 * `code` for its own, hence `token`.
 */
export function resetLink(token: string, email: string): string {
  const link = new URL("/reset-password", siteOrigin());
  link.searchParams.set("token", token);
  link.searchParams.set("email", email);
  return link.href;
}
