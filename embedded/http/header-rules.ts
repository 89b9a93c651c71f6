import { readFile } from "node:fs/promises";

type Rule = { pattern: string; headers: [name: string, value: string][] };

/**
 * The file of a built page that says which headers its files are sent with, in
 * the format that static hosts read: a path at the beginning of a line, which
 * may end in `*`, and indented below it `Name: value`. Of two rules for the
 * same header the later one counts.
 */
export const HEADERS_FILE = "_headers";

/** Reads such a file; there are no rules when there is none. */
export async function readHeaderRules(path: string): Promise<HeaderRules> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const isMissing =
      error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing) return "";
    throw error;
  });
  return new HeaderRules(text);
}

export class HeaderRules {
  readonly #rules: readonly Rule[];

  /** @param text what the file says */
  constructor(text: string) {
    this.#rules = parse(text);
  }

  /** Returns the headers, names in lower case, for a path without a query. */
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
