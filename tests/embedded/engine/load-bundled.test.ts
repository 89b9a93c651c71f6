import { execFile } from "node:child_process";
import {
  cp,
  mkdir,
  readdir,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeAll, temporaryFolder } from "./test-server";

const PROJECT = join(import.meta.dirname, "..", "..", "..");
let root: string;

beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, "embedded"));
  await mkdir(join(root, "node_modules"));
  for (const name of ["esbuild", "@esbuild"]) {
    const target = join(PROJECT, "node_modules", name);
    await symlink(target, join(root, "node_modules", name));
  }
  await cp(
    join(PROJECT, "embedded", "load-bundled.js"),
    join(root, "embedded", "load-bundled.js"),
  );
  await write("package.json", '{ "type": "module" }');
  await write("embedded/main.ts", 'export { word } from "./word";');
  await writeWord("a");
});

afterEach(closeAll);

function write(path: string, text: string): Promise<void> {
  return writeFile(join(root, path), text);
}

function writeWord(word: string): Promise<void> {
  return write("embedded/word.ts", `export const word: string = "${word}";`);
}

/** Loads the file in a process of its own, and gives what it exports. */
async function loadWord(): Promise<string> {
  const script = `
    const { loadBundled } = await import("./embedded/load-bundled.js");
    const { word } = await loadBundled("main.ts");
    process.stdout.write(word);
  `;
  const args = ["--input-type=module", "--eval", script];
  const run = promisify(execFile)(process.execPath, args, { cwd: root });
  return (await run).stdout;
}

async function isRemembered(): Promise<boolean> {
  const files = await readdir(join(root, "node_modules/.cache/hackarena"));
  return files.some((name) => name.endsWith(".json"));
}

test("sources that were just written are bundled every time", async () => {
  expect(await loadWord()).toBe("a");
  await writeWord("b");
  expect(await loadWord()).toBe("b");
});

test("sources that have rested are bundled once", async () => {
  const loadAndLook = async () => (await loadWord()) && isRemembered();
  await expect.poll(loadAndLook, { timeout: 30_000 }).toBe(true);
  await unlink(join(root, "node_modules", "esbuild"));
  expect(await loadWord()).toBe("a");
  await writeWord("b");
  await expect(loadWord()).rejects.toThrow("esbuild");
});
