/** The version of the page that runs: the name of its first script. */
export function ownVersion(): string {
  const script = document.querySelector<HTMLScriptElement>(
    "script[type=module][src]",
  );
  return versionIn(script?.outerHTML ?? "");
}

/** The same of a page's HTML; empty if it has none. */
export function versionIn(html: string): string {
  return /src="\/assets\/[\w-]+?-([\w-]{8})\.js"/u.exec(html)?.[1] ?? "";
}
