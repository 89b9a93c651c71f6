type Rule = { pattern: string; headers: [name: string, value: string][] };

/**
 * The file in a built page that defines response headers, in the format of
 * static hosts: a path, which may end in `*`, and below it indented lines of
 * `Name: value`. A later rule overrides an earlier one for the same header.
 */
export const HEADERS_FILE = "_headers";

export class HeaderRules {
  readonly #rules: readonly Rule[];

  constructor(text: string) {
    this.#rules = parse(text);
  }

  /** Returns the headers for a path without a query; names in lower case. */
  headersFor(path: string): Map<string, string> {
    return new Map(
      this.#rules
        .filter(({ pattern }) => matches(pattern, path))
        .flatMap(({ headers }) => headers),
    );
  }
}

function parse(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split(/\r?\n/)) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    if (!/^\s/.test(line)) {
      rules.push({ pattern: content, headers: [] });
      continue;
    }
    const [, name = "", value = ""] = /^([^:\s]+):\s*(.*)$/.exec(content) ?? [];
    if (name !== "") rules.at(-1)?.headers.push([name.toLowerCase(), value]);
  }
  return rules;
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith("*")
    ? path.startsWith(pattern.slice(0, -1))
    : path === pattern;
}
