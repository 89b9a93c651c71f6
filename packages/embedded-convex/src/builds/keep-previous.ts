import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The names of files in a build that are those of the build before it. */
const PREVIOUS_FILE = ".previous";

/**
 * Copies the assets of the last build, but not of those before it, into the next one: pages that are open still load
 * them. Their names hold a hash, so nothing of the next build is replaced.
 */
export async function keepPrevious(last: string, next: string): Promise<void> {
  const entries = await readdir(join(last, "assets")).catch(() => []);
  const list = await readFile(join(last, PREVIOUS_FILE), "utf8").catch(
    () => "",
  );
  const older = new Set(list.split("\n"));
  const own = new Set(await readdir(join(next, "assets")).catch(() => []));
  const previous = entries.filter((name) => !older.has(name) && !own.has(name));
  for (const name of previous)
    await copyFile(join(last, "assets", name), join(next, "assets", name));
  await writeFile(join(next, PREVIOUS_FILE), previous.join("\n"));
}
