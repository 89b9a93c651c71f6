// The cache of builds, for the server's code, the data browser and the page. It
// is plain JavaScript because a checkout needs it before anything is built.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";

const STAMP_FILE = ".stamp";

/** Temporary folders of killed builds are removed after this time. */
const ABANDONED_MS = 60 * 60 * 1000;

export async function ensureBuild({
  folder,
  root,
  sources,
  variables = {},
  build,
}) {
  const stamp = await stampOf(root, sources, variables);
  if ((await readStamp(folder)) === stamp) return false;
  await removeAbandoned(folder);
  const aside = await mkdtemp(`${folder}.new-`);
  try {
    await build(aside);
    await writeFile(join(aside, STAMP_FILE), stamp);
    // A temporary folder is its owner's alone, and another user may run what is built.
    await chmod(aside, 0o755);
    // Another process may have finished the same build in the meantime.
    if ((await readStamp(folder)) !== stamp) await replace(folder, aside);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return true;
}

async function stampOf(root, sources, variables) {
  const hash = createHash("sha256");
  const lists = await Promise.all(
    sources.map((path) => filesAt(resolve(root, path))),
  );
  const files = lists.flat().sort(compareText);
  // Synchronously: for hundreds of small files that takes a third of the time.
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  for (const name of Object.keys(variables).sort(compareText)) {
    hash.update(`${name}\0${variables[name] ?? ""}\0`);
  }
  return hash.digest("hex");
}

function compareText(a, b) {
  return a < b ? -1 : Number(a > b);
}

/** Lists the file at `path`, or all files in that folder; none if missing. */
async function filesAt(path) {
  try {
    const entries = await readdir(path, {
      recursive: true,
      withFileTypes: true,
    });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

async function readStamp(folder) {
  return readFile(join(folder, STAMP_FILE), "utf8").catch(() => null);
}

/**
 * Replaces `folder` by `aside`. The old folder is renamed first, because a
 * folder cannot be renamed to the name of a non-empty one.
 */
async function replace(folder, aside) {
  const old = await mkdtemp(`${folder}.old-`);
  await rename(folder, join(old, "build")).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(aside, folder).catch((error) => {
    // Another process was faster: keep its build of the same sources.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await rm(old, { recursive: true, force: true });
}

async function removeAbandoned(folder) {
  const parent = dirname(folder);
  const names = await readdir(parent);
  for (const name of names) {
    const isAside = [".new-", ".old-"].some((mark) =>
      name.startsWith(basename(folder) + mark),
    );
    if (!isAside) continue;
    const found = await stat(join(parent, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}
