import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeFunctionReference } from "convex/server";
import { beforeAll, expect, test } from "vitest";
import { freePort } from "../base/free-port";
import { ChildServer } from "../engine/child-server";
import {
  newClient,
  newHttpClient,
  temporaryFolder,
} from "../engine/test-server";
import { components, quickstart } from "./published-apps";

const PACKAGE = join(import.meta.dirname, "..", "..");
const MODULES = join(PACKAGE, "..", "..", "node_modules");
const run = promisify(execFile);

/** What the apps of these tests depend on beside this package. */
const PACKAGES = [
  "convex",
  "vite",
  "vitest",
  "@vitejs/plugin-react",
  "react",
  "react-dom",
  "@convex-dev/rate-limiter",
  "@convex-dev/sharded-counter",
  "@convex-dev/action-retrier",
  "@convex-dev/migrations",
  "convex-helpers",
];

/** The folder that everything is installed in; it holds the apps. */
let app: string;

/** A small Convex app in an empty folder, with the packed package installed. */
beforeAll(async () => {
  app = await temporaryFolder();
  const { stdout } = await npm(["pack", PACKAGE, "--json"], app);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  const manifest = JSON.parse(
    await readFile(join(PACKAGE, "package.json"), "utf8"),
  );
  // All dependencies are installed already, so npm needs no registry.
  const needed = [...PACKAGES, ...Object.keys(manifest.dependencies)];
  await write("package.json", {
    name: "notes",
    type: "module",
    dependencies: {
      ...Object.fromEntries(
        needed.map((name) => [name, `file:${join(MODULES, name)}`]),
      ),
      "embedded-convex": `file:${packed?.filename}`,
    },
  });
  await npm(["install", "--offline", "--ignore-scripts"], app);
  await write("convex/tsconfig.json", {});
  await write(
    "convex/notes.ts",
    `import { mutationGeneric, queryGeneric } from "convex/server";
     export const add = mutationGeneric({
       handler: (ctx, { text }: { text: string }) => ctx.db.insert("notes", { text }),
     });
     export const all = queryGeneric(async (ctx) =>
       (await ctx.db.query("notes").collect()).map(({ text }) => text),
     );`,
  );
});

function npm(args: string[], cwd: string) {
  const { PATH, HOME } = process.env;
  return run("npm", args, { cwd, env: { PATH, HOME } });
}

async function write(path: string, content: string | object): Promise<void> {
  const file = join(app, path);
  await mkdir(join(file, ".."), { recursive: true });
  const text = typeof content === "string" ? content : JSON.stringify(content);
  await writeFile(file, text);
}

test("the packed package holds built code, types and the data browser, and no sources", async () => {
  const home = join(app, "node_modules", "embedded-convex");
  const files = await readdir(home, { recursive: true });
  for (const file of [
    "bin.js",
    "dist/main.js",
    "dist/LICENSES.txt",
    "dist/types/exports.d.ts",
    "dist/data-browser/index.html",
    "README.md",
    "LICENSE",
  ]) {
    expect(files).toContain(file);
  }
  const sources = files.filter(
    (name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"),
  );
  expect(sources).toEqual([]);
});

test("the built code imports what the package depends on, and nothing else", async () => {
  const home = join(app, "node_modules", "embedded-convex");
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    await readFile(join(home, "package.json"), "utf8"),
  );
  const installed = { ...dependencies, ...optionalDependencies };
  const names = await readdir(join(home, "dist"));
  const imported = new Set<string>();
  for (const name of names.filter((file) => file.endsWith(".js"))) {
    const code = await readFile(join(home, "dist", name), "utf8");
    // A CommonJS package that is built in and imported later has no named exports.
    expect(code).not.toMatch(/^export default require_/m);
    const imports = code.matchAll(
      /^(?:import|export) [^;]*?from "([^"./][^"]*)";|await import\("([^"./][^"]*)"\)/gm,
    );
    for (const [, always, later] of imports) {
      const [scope = "", folder] = (always ?? later ?? "").split("/");
      imported.add(scope.startsWith("@") ? `${scope}/${folder}` : scope);
    }
  }
  const packages = [...imported].filter((name) => !isBuiltin(name));
  const needed = packages.filter((name) => !(name in peerDependencies));
  expect(needed.sort()).toEqual(Object.keys(installed).sort());
});

test("its command runs the app and shows the data browser", async () => {
  const command = join(app, "node_modules", ".bin", "embedded-convex");
  const args = ["serve", "--functions", "convex", "--data", "data"];
  const child = new ChildServer([...args, "--port", "0"], {
    command,
    cwd: app,
  });
  const url = await child.ready();
  const client = newHttpClient(url);
  await client.mutation(makeFunctionReference<"mutation">("notes:add"), {
    text: "packed",
  });
  expect(
    await client.query(makeFunctionReference<"query">("notes:all"), {}),
  ).toEqual(["packed"]);
  const page = await fetch(`${url}/_data`, {
    headers: { accept: "text/html" },
  });
  expect(await page.text()).toContain("<title>Data browser</title>");
  expect(child.stderr).toBe("");
});

test("its types work with Node's module resolution", async () => {
  await write(
    "start.ts",
    `import { Engine, pageFiles, type EngineOptions } from "embedded-convex";
     import { adminApi } from "embedded-convex/admin";
     import { embedded } from "embedded-convex/vite";
     import { embedded as embeddedForTest } from "embedded-convex/vitest";
     export const open: (options: EngineOptions) => Promise<Engine> = Engine.open;
     export const named: string = embedded().name;
     // @ts-expect-error: a folder is a text
     pageFiles(5, { isSecure: true });
     export const api = adminApi;
     export const test = async (): Promise<number> => {
       const t = await embeddedForTest({ functions: "convex" });
       // @ts-expect-error: an identity is an object
       t.as("ann");
       return t.as({ subject: "ann" }).run(async (ctx) => (await ctx.db.query("notes").collect()).length);
     };`,
  );
  const tsc = join(MODULES, "typescript", "bin", "tsc");
  const flags = "--noEmit --strict --skipLibCheck --module nodenext";
  const checked = run(
    process.execPath,
    [tsc, ...flags.split(" "), "--target", "es2023", "start.ts"],
    { cwd: app },
  );
  await expect(checked).resolves.toMatchObject({ stdout: "" });
});

test("its entry for tests runs in the Vitest of a project, and leaves nothing running", async () => {
  await write(
    "notes.test.ts",
    `import { makeFunctionReference } from "convex/server";
     import { embedded } from "embedded-convex/vitest";
     import { expect, test } from "vitest";
     test("a note is kept", async () => {
       const t = await embedded();
       await t.mutation(makeFunctionReference("notes:add"), { text: "tested" });
       expect(await t.query(makeFunctionReference("notes:all"))).toEqual(["tested"]);
     });`,
  );
  const vitest = join(app, "node_modules", "vitest", "vitest.mjs");
  const { PATH, HOME } = process.env;
  const { stdout } = await run(process.execPath, [vitest, "run"], {
    cwd: app,
    env: { PATH, HOME, NO_COLOR: "1", TMPDIR: await temporaryFolder() },
  });
  expect(stdout).toContain("Tests  1 passed");
});

/**
 * Writes an app and runs it by the README's command, Vite with `embedded()`.
 * @returns its address, and Convex's command line for it
 */
async function develop(name: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    await write(join(name, path), text);
  }
  const cwd = join(app, name);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  await write(join(name, ".env.local"), `VITE_CONVEX_URL=${url}\n`);
  const command = join(app, "node_modules", "vite", "bin", "vite.js");
  const vite = new ChildServer([], { command, cwd, env: { PORT: port } });
  await expect
    .poll(
      () =>
        fetch(`${url}/version`).then(
          ({ ok }) => ok,
          () => vite.stderr,
        ),
      {
        timeout: 60_000,
      },
    )
    .toBe(true);
  // Nothing is missing before Convex's command line has generated anything.
  expect(vite.stderr).toBe("");
  const { PATH, HOME } = process.env;
  const node = async (script: string, ...args: string[]) => {
    const path = join(app, "node_modules", script);
    const { stdout } = await run(process.execPath, [path, ...args], {
      cwd,
      env: {
        PATH,
        HOME,
        CI: "1",
        CONVEX_SELF_HOSTED_URL: url,
        CONVEX_SELF_HOSTED_ADMIN_KEY: key,
      },
    });
    return stdout;
  };
  let key = "";
  key = (await node("embedded-convex/bin.js", "admin-key")).trim();
  return {
    url,
    convex: (...args: string[]) => node("convex/bin/main.js", ...args),
    codegen: () => node("convex/bin/main.js", "codegen", "--typecheck=disable"),
  };
}

test("Convex's React quickstart runs with it, and shows what is imported and saved", async () => {
  const { url, codegen, convex } = await develop("quickstart", quickstart);
  await codegen();
  await convex("import", "--table", "tasks", "sampleData.jsonl");
  const shown: string[][] = [];
  const get = makeFunctionReference<
    "query",
    Record<string, never>,
    { text: string }[]
  >("tasks:get");
  newClient(url).onUpdate(get, {}, (tasks) => {
    shown.push(tasks.map(({ text }) => text));
  });
  await expect
    .poll(() => shown.at(-1))
    .toEqual(["Buy groceries", "Go for a swim", "Integrate Convex"]);
  const source = quickstart["convex/tasks.ts"] ?? "";
  await write(
    "quickstart/convex/tasks.ts",
    source.replace(".collect()", '.order("desc").take(1)'),
  );
  await expect.poll(() => shown.at(-1)).toEqual(["Integrate Convex"]);
  const page = await fetch(`${url}/src/main.tsx`);
  expect(await page.text()).toContain(url);
});

test("an app with four published components runs with it", async () => {
  const { url, codegen } = await develop("components", components);
  await codegen();
  const client = newHttpClient(url);
  await client.mutation(makeFunctionReference<"mutation">("visits:record"), {});
  await client.mutation(makeFunctionReference<"mutation">("visits:record"), {});
  const state = makeFunctionReference<"query">("visits:state");
  await expect
    .poll(() => client.query(state, {}))
    .toEqual({ counted: 2, notes: ["noted", "noted"], isLimited: true });
  await client.mutation(
    makeFunctionReference<"mutation">("visits:migrate"),
    {},
  );
  await expect
    .poll(() => client.query(state, {}))
    .toEqual({ counted: 2, notes: ["migrated", "migrated"], isLimited: true });
});
