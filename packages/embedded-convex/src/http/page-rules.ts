/**
 * The file in a built page that defines response headers, in the format of
 * static hosts: a path, which may end in `*`, and below it indented lines of
 * `Name: value`. A later rule overrides an earlier one for the same header.
 */
export const HEADERS_FILE = "_headers";

/**
 * The file in a built page that says which page answers a whole group of paths, in
 * the format of static hosts: `/group/* /page 200`, one rule per line. Rules with
 * another status are redirects, which this server does not do.
 */
export const REWRITES_FILE = "_redirects";

const REWRITE = /^(\/\S*\/)\*\s+(\/\S*)\s+200\s*$/;

/** Returns the headers for a path without a query; names in lower case. */
export function headersFor(path: string, rules: string): Map<string, string> {
  const headers = new Map<string, string>();
  let isMeant = false;
  for (const line of rules.split(/\r?\n/)) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    if (!/^\s/.test(line)) {
      isMeant = matches(content, path);
      continue;
    }
    const [, name = "", value = ""] = /^([^:\s]+):\s*(.*)$/.exec(content) ?? [];
    if (isMeant && name !== "") headers.set(name.toLowerCase(), value);
  }
  return headers;
}

/**
 * Returns the path of the page that answers this one, and the prefix by which it does;
 * null if no rule does.
 */
export function rewriteOf(
  path: string,
  rules: string,
): { prefix: string; target: string } | null {
  for (const line of rules.split(/\r?\n/)) {
    const [, prefix, target = ""] = REWRITE.exec(line) ?? [];
    if (prefix !== undefined && path.startsWith(prefix)) {
      return { prefix, target };
    }
  }
  return null;
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith("*")
    ? path.startsWith(pattern.slice(0, -1))
    : path === pattern;
}
