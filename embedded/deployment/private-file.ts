import { open, rename } from "node:fs/promises";

const OWNER_ONLY = 0o600;

/**
 * Writes a file that only its owner may read, whole or not at all: it is
 * written aside, synced, and then renamed.
 */
export async function writePrivateFile(
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const aside = `${path}.${process.pid}.tmp`;
  const file = await open(aside, "w", OWNER_ONLY);
  try {
    await file.chmod(OWNER_ONLY);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
}
