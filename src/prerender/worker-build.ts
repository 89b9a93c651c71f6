/** Builds the service worker, with the list of files that it keeps, once the pages are written. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

/** What this needs to know of a script. */
export type Script = {
  fileName: string;
  imports: string[];
  dynamicImports: string[];
  moduleIds: string[];
};

/** Pages that a participant opens with no connection, by their addresses. */
const KEPT = ["/dashboard", "/schedule", "/team", "/pass"];

const ASSET = /\/(assets\/[\w.-]+)/gu;

/**
 * The kept pages and every file that these name or load later. What the map of all pages loads is not among them: other
 * pages are kept once they are used.
 */
export async function keptFiles(folder: string, scripts: readonly Script[]) {
  const pages = await Promise.all(
    KEPT.map(async (url) => {
      const html = await readFile(join(folder, `${url}.html`), "utf8");
      return { url, html };
    }).map((page) => page.catch(() => undefined)),
  ).then((all) => all.filter((page) => page !== undefined));
  const files = new Set(
    pages.flatMap(({ html }) =>
      [...html.matchAll(ASSET)].map(([, file = ""]) => file),
    ),
  );
  for (const file of files) {
    const script = scripts.find(({ fileName }) => fileName === file);
    const isMap = script?.moduleIds.some((id) => /\/src\/routes\./u.test(id));
    for (const next of script?.imports ?? []) files.add(next);
    for (const next of isMap ? [] : (script?.dynamicImports ?? []))
      files.add(next);
  }
  return [
    ...pages.map(({ url, html }) => ({ url, revision: digest(html) })),
    ...[...files].map((file) => ({ url: `/${file}`, revision: null })),
  ];
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * Writes `/worker.js`: the service worker, or what removes it.
 * @param pages addresses of the portal's pages
 */
export async function buildWorker(
  { root, folder, isOff }: { root: string; folder: string; isOff: boolean },
  scripts: readonly Script[],
  pages: readonly string[],
): Promise<void> {
  const html = await readFile(join(folder, "index.html"), "utf8");
  const [, start] =
    /<script type="module"[^>]* src="([^"]+)"/u.exec(html) ?? [];
  const files = await keptFiles(folder, scripts);
  await build({
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    define: { __WORKER__: JSON.stringify({ pages, files, start }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: ["chrome109", "firefox115", "safari16", "ios16"],
      rolldownOptions: {
        input: `src/worker/${isOff ? "no-worker" : "worker"}.ts`,
        output: { format: "iife", entryFileNames: "worker.js" },
      },
    },
  });
}
