/**
 * Prerenders every page as HTML after the client build: `/about` becomes `about.html`, and `404.html` is for unknown
 * addresses, so a static server that tries `<path>.html` needs to know no routes. `405.html` answers a form that is sent
 * without scripts. Also writes `_headers`, `_redirects`, `robots.txt` and `sitemap.xml` and the service worker, and says
 * how many sample values are left.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type ResolvedConfig } from "vite";
import type * as Renderer from "./render-page";
import { cssModules } from "./client-build.ts";
import { fillTemplate, withFirstPaint } from "./template.ts";
import { buildWorker, type Script } from "./worker-build.ts";

type Chunk = Script & {
  /** Files that it links when it runs. */
  viteMetadata?: { importedAssets: Set<string> };
};

export function prerenderedPages(): Plugin {
  let config: ResolvedConfig;
  /** Undefined until they are written, so also after a build that failed. */
  let chunks: Chunk[] | undefined;
  return {
    name: "hackarena:prerender",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle(_, bundle) {
      chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    },
    async closeBundle(error) {
      const written = chunks;
      if (error !== undefined || written === undefined) return;
      if (config.build.ssr !== false) return;
      const folder = resolve(config.root, config.build.outDir);
      // Pictures of an edition, beside or in place of ours.
      const pictures = join(process.env.EDITION ?? "convex/edition", "public");
      if (existsSync(pictures)) await cp(pictures, folder, { recursive: true });
      const firstPaint = await takeFirstPaint(folder);
      const template = withFirstPaint(
        await readFile(join(folder, "index.html"), "utf8"),
        firstPaint,
      );
      await withRenderer(config, async (renderer) => {
        await writeFile(
          join(folder, "_headers"),
          renderer.headersFor(firstPaint),
        );
        await writeFile(join(folder, "_redirects"), renderer.rewrites);
        for (const [name, text] of Object.entries(renderer.forReaders))
          await writeFile(join(folder, name), text);
        // `npm start` prints it, because it builds in silence and only what has changed.
        await writeFile(join(folder, ".notice"), renderer.notice);
        if (renderer.notice !== "") config.logger.warn(renderer.notice);
        const portal: string[] = [];
        for (const address of [
          ...renderer.addresses,
          renderer.unknownAddress,
        ]) {
          const page = await renderer.renderPage(address);
          if (page.isKept) portal.push(address);
          const file = join(folder, fileOf(address));
          await mkdir(dirname(file), { recursive: true });
          const preloads = scriptsOf(
            ["main", ...page.modules],
            written,
            config.root,
          );
          const isKnown = address !== renderer.unknownAddress;
          const mark = isKnown ? address : "*";
          const files = {
            scripts: preloads,
            styles: stylesOf(preloads, written),
            early: page.early
              ? scriptsOf([page.early], written, config.root)
              : [],
          };
          await writeFile(file, fillTemplate(template, page, mark, files));
        }
        const isOff = config.env.VITE_WORKER === "off";
        await buildWorker(
          { root: config.root, folder, isOff },
          written,
          portal,
        );
      });
    },
  };
}

/** Takes the script of the first paint out of the build. It is part of every page instead: a request would delay the paint. */
async function takeFirstPaint(folder: string): Promise<string> {
  const file = join(folder, "first-paint.js");
  const script = await readFile(file, "utf8");
  await rm(file);
  return script;
}

function fileOf(address: string): string {
  return address === "/" ? "index.html" : `${address.slice(1)}.html`;
}

/** Builds `render-page.tsx` for Node, passes it to `visit` and removes it. */
async function withRenderer(
  { root, mode, envDir, resolve: resolved }: ResolvedConfig,
  visit: (renderer: typeof Renderer) => Promise<void>,
): Promise<void> {
  const outDir = join(
    root,
    `node_modules/.cache/hackarena/prerender-${process.pid}`,
  );
  try {
    await build({
      configFile: false,
      root,
      mode,
      envDir,
      logLevel: "error",
      resolve: { alias: resolved.alias },
      plugins: [namedRouteModules(), react()],
      publicDir: false,
      css: { modules: cssModules },
      build: { ssr: "src/prerender/render-page.tsx", outDir, target: "node20" },
    });
    const file = pathToFileURL(join(outDir, "render-page.js")).href;
    await visit((await import(file)) as typeof Renderer);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Attaches each lazy route's module name, from which the page's scripts are found. */
function namedRouteModules(): Plugin {
  return {
    name: "hackarena:named-route-modules",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/src/routes.tsx")) return null;
      return code.replace(
        /\(\) =>\s*import\(("[^"]+")\)/g,
        "Object.assign(() => import($1), { module: $1 })",
      );
    },
  };
}

/** The style sheets that these scripts link. */
function stylesOf(scripts: string[], chunks: Chunk[]): string[] {
  return chunks
    .filter(({ fileName }) => scripts.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedAssets ?? [])])
    .filter((file) => file.endsWith(".css"));
}

/** The scripts of these modules and all their imports. */
function scriptsOf(modules: string[], chunks: Chunk[], root: string): string[] {
  const files = new Set<string>();
  const add = (fileName: string) => {
    if (files.has(fileName)) return;
    files.add(fileName);
    const chunk = chunks.find((candidate) => candidate.fileName === fileName);
    chunk?.imports.forEach(add);
  };
  for (const module of modules) {
    const id = join(root, "src", module);
    const chunk = chunks.find(({ moduleIds }) =>
      moduleIds.some((name) => [`${id}.tsx`, `${id}.ts`].includes(name)),
    );
    if (chunk !== undefined) add(chunk.fileName);
  }
  return [...files];
}
