// Builds this package into dist/: the server's code for Node and the data
// browser. npm runs this script when it installs the repository and before it packs
// the package; bin.js calls it in a checkout whose sources have changed. The
// packed package does not contain it.
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compressFiles } from "./src/builds/compress-files.js";
import { ensureBuild } from "./src/builds/ensure-build.js";

const here = import.meta.dirname;
const run = promisify(execFile);

/** The modules that users of the package import, by their names in dist/. */
const ENTRY_POINTS = {
  index: "src/exports.ts",
  main: "src/main.ts",
  vite: "src/vite.ts",
  vitest: "src/vitest.ts",
  admin: "src/admin/admin-api.ts",
};

/**
 * The packages that are not bundled: Vite, binaries, lazily loaded ones, and optional
 * dependencies of `ws`. The others are bundled into `dist/`, because loading about 200
 * small modules took a third of a start's processor time. Import those statically: a
 * bundled CommonJS package that is imported later has no named exports.
 */
const EXTERNAL = [
  "bufferutil",
  "classic-level",
  "esbuild",
  "nodemailer",
  "oauth2-mock-server",
  "postal-mime",
  "utf-8-validate",
  "vite",
  "vitest",
];

/** `instanceof ConvexError` in a test, and its client, are those of the project's own `convex`. */
const TEST_SHARES_CONVEX = {
  name: "test-shares-convex",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^convex\// }, ({ path, importer }) =>
      importer === join(here, "src", "vitest.ts")
        ? { path, external: true }
        : null,
    ),
};

/** Bundled CommonJS packages use `require` for Node's modules. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);`;

/** Builds dist/ unless it is up to date; resolves with whether it built. */
export function ensurePackage() {
  return ensureBuild({
    folder: join(here, "dist"),
    root: here,
    sources: ["src", "data-browser", "build.js", "../../package-lock.json"],
    build: async (folder) => {
      // In child processes, because Vite sets environment variables, and so
      // that a server that starts afterwards does not keep the builds' memory.
      await Promise.all([
        inChild("server", folder),
        inChild("data-browser", join(folder, "data-browser")),
      ]);
    },
  });
}

async function inChild(part, folder) {
  const script = fileURLToPath(import.meta.url);
  const env = { ...process.env, NODE_ENV: "production" };
  await run(process.execPath, [script, part, folder], { env });
}

async function buildServer(folder) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: ENTRY_POINTS,
    absWorkingDir: here,
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    external: EXTERNAL,
    plugins: [TEST_SHARES_CONVEX],
    inject: ["src/builds/real-timers.js"],
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: "error",
  });
  const licences = await licencesOf(Object.keys(metafile.inputs));
  await writeFile(join(folder, "LICENSES.txt"), licences);
}

/** Returns the licences of the packages that the files belong to. */
async function licencesOf(files) {
  const folders = files.flatMap((file) => {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    return folder === undefined ? [] : [folder];
  });
  const texts = Array.from(new Set(folders), async (folder) => {
    const path = join(here, folder);
    const names = await readdir(path);
    const name = names.find((name) => /^licen[cs]e(\.|$)/i.test(name));
    if (name === undefined) throw new Error(`${folder} has no licence`);
    const text = await readFile(join(path, name), "utf8");
    return `${folder.replace(/^.*node_modules\//, "")}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).sort().join("\n---\n\n");
}

async function buildDataBrowser(folder) {
  const [{ build }, { default: react }] = await Promise.all([
    import("vite"),
    import("@vitejs/plugin-react"),
  ]);
  await build({
    configFile: false,
    envFile: false,
    root: join(here, "data-browser"),
    base: "/_data/",
    publicDir: false,
    logLevel: "error",
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
      // The data browser's security policy forbids `data:` URLs.
      assetsInlineLimit: 0,
    },
  });
  await compressFiles(folder);
}

/** Adds type declarations, which only the packed package needs. */
async function buildTypes() {
  const types = join(here, "dist", "types");
  const typescript = fileURLToPath(
    import.meta.resolve("typescript/package.json"),
  );
  const tsc = join(typescript, "..", "bin", "tsc");
  const flags = ["--project", join(here, "tsconfig.types.json")];
  await run(process.execPath, [tsc, ...flags, "--outDir", types]);
  const names = await readdir(types, { recursive: true });
  for (const name of names.filter((name) => name.endsWith(".d.ts"))) {
    const file = join(types, name);
    const text = await readFile(file, "utf8");
    await writeFile(file, withExtensions(text));
  }
}

/** Adds extensions to relative imports, which Node's resolution requires. */
function withExtensions(text) {
  return text.replace(
    /((?:from|import\()\s*")(\.{1,2}\/[^"]+?)(?:\.(?:js|ts))?(")/g,
    "$1$2.js$3",
  );
}

const [, script, part, folder] = process.argv;
if (script === fileURLToPath(import.meta.url)) {
  if (part === "server") await buildServer(folder);
  else if (part === "data-browser") await buildDataBrowser(folder);
  else {
    await ensurePackage();
    if (part === "--types") await buildTypes();
  }
}
