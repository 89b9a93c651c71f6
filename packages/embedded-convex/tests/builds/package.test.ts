import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChildServer } from "../engine/child-server";
import { closeAll, temporaryFolder } from "../engine/test-server";

const PACKAGE = join(import.meta.dirname, "..", "..");
const MODULES = join(PACKAGE, "..", "..", "node_modules");
const run = promisify(execFile);
let app: string;

afterAll(closeAll);

/** A small Convex app in an empty folder, with the packed package installed. */
beforeAll(async () => {
  app = await temporaryFolder();
  const { stdout } = await npm(["pack", PACKAGE, "--json"], app);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  const manifest = JSON.parse(
    await readFile(join(PACKAGE, "package.json"), "utf8"),
  );
  // All dependencies are installed already, so npm needs no registry.
  const needed = ["convex", "vite", ...Object.keys(manifest.dependencies)];
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
}, 180_000);

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

test("its command runs the app and shows the data browser", async () => {
  const command = join(app, "node_modules", ".bin", "embedded-convex");
  const args = ["serve", "--functions", "convex", "--data", "data"];
  const child = new ChildServer([...args, "--port", "0"], {
    command,
    cwd: app,
  });
  const url = await child.ready();
  const client = new ConvexHttpClient(url, { logger: false });
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
     export const open: (options: EngineOptions) => Promise<Engine> = Engine.open;
     export const named: string = embedded().name;
     // @ts-expect-error: a folder is a text
     pageFiles(5, { isSecure: true });
     export const api = adminApi;`,
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
