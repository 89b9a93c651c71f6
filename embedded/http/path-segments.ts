/**
 * Returns the names that a request's path is made of, or null for one that
 * leads nowhere: it does not decode, leaves the folder, or names what is
 * hidden.
 */
export function pathSegments(url: string): string[] | null {
  const [pathname = ""] = url.split("?");
  try {
    const segments = decodeURIComponent(pathname).split("/").slice(1);
    if (segments.at(-1) === "") segments.pop();
    const isHidden = segments.some(
      (name) => name === "" || /^\.|[\\\p{Cc}]/u.test(name),
    );
    return isHidden ? null : segments;
  } catch {
    return null;
  }
}
