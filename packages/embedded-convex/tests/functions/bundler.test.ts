import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import { bundleApp } from "../../src/functions/loading/bundler";

let folder: string;

beforeEach(async () => {
  folder = join(await temporaryFolder(), "convex");
  await mkdir(folder);
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, source] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
}

async function modulePaths(): Promise<string[]> {
  const { app } = await bundleApp(folder);
  return app.modules
    .map(({ path }) => path)
    .filter((path) => !path.startsWith("_deps/"))
    .sort();
}

const MODULE = "export const x = 1;";

test("files are modules by the rules of the Convex CLI", async () => {
  await write({
    "teams.ts": MODULE,
    "folder/deep/file.tsx": MODULE,
    "plain.js": MODULE,
    "auth.config.ts": "export default { providers: [] };",
    "_generated/api.ts": MODULE,
    "schema.ts": MODULE,
    "teams.test.ts": MODULE,
    ".hidden.ts": MODULE,
    "#emacs.ts": MODULE,
    "with space.ts": MODULE,
    "notes.md": "# notes",
    "script.ts": "const notAModule = 1;",
    "component/convex.config.ts": MODULE,
    "component/lib.ts": MODULE,
  });
  expect(await modulePaths()).toEqual([
    "auth.config.js",
    "folder/deep/file.js",
    "plain.js",
    "teams.js",
  ]);
});

test("shared code becomes chunks that modules import", async () => {
  await write({
    "lib/shared.ts": "export const shared = () => 'only once';",
    "a.ts": "import { shared } from './lib/shared'; export const a = shared;",
    "b.ts": "import { shared } from './lib/shared'; export const b = shared;",
  });
  const { app } = await bundleApp(folder);
  const holding = app.modules.filter(({ source }) =>
    source.includes("only once"),
  );
  expect(holding.length).toBe(1);
});

test('a "use node" directive selects the environment', async () => {
  await write({
    "a.ts": `// comment\n"use node";\nimport fs from "node:fs";\nexport const x = fs;`,
    "b.ts": `export const text = '"use node"';`,
  });
  const { app } = await bundleApp(folder);
  const environments = app.modules.map((m) => [m.path, m.environment]);
  expect(environments).toEqual([
    ["b.js", "isolate"],
    ["a.js", "node"],
  ]);
});

test("a syntax error names file, line and column", async () => {
  await write({ "bad.ts": "export const x = 1;\nexport const = 2;\n" });
  await expect(bundleApp(folder)).rejects.toThrow(
    /convex\/bad\.ts:2:14: Expected/,
  );
});

test("an import of Node's modules explains what to do", async () => {
  await write({ "a.ts": `import fs from "fs"; export const x = fs;` });
  await expect(bundleApp(folder)).rejects.toThrow(/"use node"/);
});

test("names that a deployment would refuse are refused", async () => {
  await write({ "not-valid.ts": MODULE });
  await expect(bundleApp(folder)).rejects.toThrow(/not-valid\.ts/);
  await rm(join(folder, "not-valid.ts"));
  await write({ "_deps/x.ts": MODULE });
  await expect(bundleApp(folder)).rejects.toThrow(/reserved/);
});

test("a missing folder is named", async () => {
  await expect(bundleApp(join(folder, "nowhere"))).rejects.toThrow(
    /no functions folder at .*nowhere/,
  );
});
