/**
 * Decodes the path of a URL and splits it into names.
 *
 * @returns null when it does not decode, or contains an empty name, a name with
 *   a leading dot (such as `..`), a backslash or a control character
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
