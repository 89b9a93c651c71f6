/**
 * Whether a host name or address, as in a URL or as given to `listen`, is one
 * that only the machine itself can reach.
 */
export function isLoopbackName(name: string): boolean {
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    name === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}
