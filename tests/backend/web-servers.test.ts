import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { headersFor } from "../../packages/embedded-convex/src/http/page-rules";
import { venue } from "../../src/content/contact";
import { paths } from "../../src/paths";
import { hostHeaders } from "../../src/prerender/host-headers";

const FOLDER = join(import.meta.dirname, "../../.deploy");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");

/** The rules of dist/_headers when the page and its deployment share an origin. */
const rules = hostHeaders({
  deploymentUrl: undefined,
  siteUrl: undefined,
  tokenSyncUrl: undefined,
  mapUrl: venue.map.embedHref,
  inlineScript: readFileSync("public/first-paint.js", "utf8"),
});

const addresses = [...Object.values(paths), "/nowhere", "/assets/main-a1.js"];

/** Files without a rule are revalidated on each use; without `no-cache` browsers guess a lifetime. */
function expected(path: string): Record<string, string> {
  const headers = Object.fromEntries(headersFor(path, rules));
  return { "cache-control": "no-cache", ...headers };
}

describe("Caddyfile", () => {
  const source = read("Caddyfile");

  test("lets one page answer for all invitations, and one for all projects", () => {
    for (const path of [paths.join, paths.projects])
      expect(source).toContain(`rewrite ${path}/* ${path}\n`);
  });

  test.each(addresses)("sends %s with the page's headers", (path) => {
    expect(caddyHeaders(source, path)).toEqual(expected(path));
  });

  test("leads HTTP actions and the backend to the ports of compose.yaml", () => {
    expect(proxies(source)).toEqual(["127.0.0.1:3211", "127.0.0.1:3210"]);
  });
});

describe("nginx.conf", () => {
  const source = read("nginx.conf");

  test("lets one page answer for all invitations, and one for all projects", () => {
    for (const path of [paths.join, paths.projects])
      expect(source).toContain(`rewrite ^${path}/. ${path} last;`);
  });

  test.each(addresses)("sends %s with the page's headers", (path) => {
    expect(nginxHeaders(source, path)).toEqual(expected(path));
    // nginx maps the URI of the file that it sends, not the requested one.
    const file = path === "/" ? "/index.html" : `${path}.html`;
    const sent = path.startsWith("/assets/") ? path : file;
    expect(nginxHeaders(source, sent)).toEqual(expected(path));
  });

  test("leads HTTP actions and the backend to the ports of compose.yaml", () => {
    expect(proxies(source)).toEqual(["127.0.0.1:3211", "127.0.0.1:3210"]);
  });
});

function proxies(source: string): (string | undefined)[] {
  const lines = source.matchAll(
    /(?:reverse_proxy |proxy_pass http:\/\/)([\d.:]+)/g,
  );
  return [...lines].map(([, address]) => address);
}

/** Returns the headers that the `header` directives of the `route` block set for a path; the last one wins. */
function caddyHeaders(source: string, path: string): Record<string, string> {
  const [, route = ""] = /route \{([\s\S]*?)try_files/.exec(source) ?? [];
  const headers: Record<string, string> = {};
  let pattern = "";
  for (const line of route.split("\n").map((text) => text.trim())) {
    const [, matcher, rest = line] = /^header (\/\S*) (.*)$/.exec(line) ?? [];
    pattern = matcher ?? pattern;
    const [, name, value] = /^([\w-]+) "(.*)"$/.exec(rest) ?? [];
    if (name === undefined || value === undefined) continue;
    const isPrefix = pattern.endsWith("*");
    const fits = isPrefix
      ? path.startsWith(pattern.slice(0, -1))
      : path === pattern;
    if (fits) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** Returns the headers that the `add_header` lines and their maps set for a file; nginx omits empty values. */
function nginxHeaders(source: string, uri: string): Record<string, string> {
  const variables = new Map(
    [...source.matchAll(/map \$uri \$(\w+) \{([^}]*)\}/g)].map(
      ([, name = "", entries = ""]) => [`$${name}`, mapped(entries, uri)],
    ),
  );
  const lines = [...source.matchAll(/add_header (\S+) (.+) always;/g)];
  return Object.fromEntries(
    lines
      .map(([, name = "", value = ""]) => [
        name.toLowerCase(),
        variables.get(value) ?? value.replace(/^"|"$/g, ""),
      ])
      .filter(([, value]) => value !== ""),
  );
}

function mapped(entries: string, uri: string): string {
  const lines = [...entries.matchAll(/^\s*(\S+) "(.*)";$/gm)];
  const found = lines.find(
    ([, pattern = ""]) =>
      pattern.startsWith("~") && new RegExp(pattern.slice(1)).test(uri),
  );
  const fallback = lines.find(([, pattern]) => pattern === "default");
  return (found ?? fallback)?.[2] ?? "";
}
