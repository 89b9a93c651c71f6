/** Decodes the path of a URL; escapes that stand for no text stay as they are. */
export function decodedPath(url: string): string {
  const [pathname = ""] = url.split("?");
  return pathname.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/**
 * Splits the decoded path of a URL into names of files.
 *
 * @returns null when it contains an empty name, a name with a leading dot (such as
 *   `..`), a backslash or a control character
 */
export function pathSegments(url: string): string[] | null {
  const segments = decodedPath(url).split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  const isHidden = segments.some(
    (name) => name === "" || /^\.|[\\\p{Cc}]/u.test(name),
  );
  return isHidden ? null : segments;
}
