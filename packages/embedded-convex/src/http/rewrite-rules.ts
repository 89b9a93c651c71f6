/**
 * The file in a built page that says which page answers a whole group of paths, in
 * the format of static hosts: `/group/* /page 200`, one rule per line. Rules with
 * another status are redirects, which this server does not do.
 */
export const REWRITES_FILE = "_redirects";

const RULE = /^(\/\S*\/)\*\s+(\/\S*)\s+200\s*$/;

export class RewriteRules {
  readonly #rules: readonly { prefix: string; target: string }[];

  constructor(text: string) {
    this.#rules = text.split(/\r?\n/).flatMap((line) => {
      const [, prefix, target] = RULE.exec(line) ?? [];
      const isRule = prefix !== undefined && target !== undefined;
      return isRule ? [{ prefix, target }] : [];
    });
  }

  /** Returns the path of the page that answers this one; null if no rule does. */
  targetOf(path: string): string | null {
    const rule = this.#rules.find(({ prefix }) => path.startsWith(prefix));
    return rule?.target ?? null;
  }
}
