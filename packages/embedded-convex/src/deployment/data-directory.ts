/**
 * The layout of the data directory:
 *
 *     documents/   the store         files/     bodies of stored files
 *     keys.json    its secrets       exports/   the newest backup
 *     outbox/      mails             imports/   uploads of a running import
 *
 * While a server opens the store, `documents.opening-…/` holds its files as they
 * were.
 *
 * A deployment is created atomically: the store is created as `documents.new/`
 * and renamed once the keys exist. So a directory that lacks a part is never a
 * new deployment, but one that has lost data.
 */
import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing } from "../base/error-code";
import { DamagedDataError } from "../storage/damaged-data-error";
import { LevelStore } from "../storage/level-store";
import { keysFile, loadDeploymentKeys } from "./deployment-keys";
import { OWNER_ONLY } from "./private-file";

const DOCUMENTS = "documents";
const DOCUMENTS_ASIDE = "documents.new";
/** Folders that have entries only if there were documents. */
const REMAINS = [
  ["files", "stored files"],
  ["exports", "backups"],
  ["outbox", "mails"],
] as const;

/** Returns the path of the store in a data directory. */
export function documentsFolder(dataDir: string): string {
  return join(dataDir, DOCUMENTS);
}

/**
 * Creates a deployment in `dataDir` if it contains none, and finishes one whose
 * creation was interrupted.
 *
 * @throws DamagedDataError when part of a deployment is missing
 */
export async function ensureDeployment(dataDir: string): Promise<void> {
  await ensureFolder(dataDir);
  const documents = documentsFolder(dataDir);
  const hasDocuments = await hasEntries(documents);
  const keys = keysFile(dataDir);
  if (existsSync(keys)) {
    if (!hasDocuments) await finish(dataDir);
  } else if (hasDocuments) {
    throw new DamagedDataError(
      keys,
      "is missing: it holds the signing keys and the admin key. Restore the file that belongs to these documents",
    );
  } else {
    await requireNoRemains(dataDir);
    await create(dataDir);
  }
}

/** @throws DamagedDataError when other parts show that there were documents */
async function requireNoRemains(dataDir: string): Promise<void> {
  for (const [folder, what] of REMAINS) {
    if (!(await hasEntries(join(dataDir, folder)))) continue;
    const problem = `is missing, but there are ${what}`;
    throw new DamagedDataError(documentsFolder(dataDir), problem);
  }
}

/**
 * Creates a folder and those that it is in. `mkdir` with `recursive` says that
 * part of the path is missing when the disk is read-only, and never ends in a
 * place that takes no folders, such as `/proc`.
 */
async function ensureFolder(path: string): Promise<void> {
  const parent = dirname(path);
  try {
    await mkdir(path, { mode: OWNER_ONLY.folder });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (!isMissing(error) || existsSync(parent)) throw error;
    await ensureFolder(parent);
    await mkdir(path, { mode: OWNER_ONLY.folder });
  }
}

async function create(dataDir: string): Promise<void> {
  const store = await openAside(join(dataDir, DOCUMENTS_ASIDE));
  // Removes what starts that were killed here have left behind.
  await store.settle();
  await store.close();
  await loadDeploymentKeys(dataDir);
  await finish(dataDir);
}

/**
 * Opens the store under its temporary name. A damaged one is deleted and made
 * again, because no document was ever written to it.
 */
async function openAside(aside: string): Promise<LevelStore> {
  try {
    return await LevelStore.open(aside);
  } catch (error) {
    if (!(error instanceof DamagedDataError)) throw error;
    await rm(aside, { recursive: true });
    return LevelStore.open(aside);
  }
}

/** Gives the store its final name; call it once the keys exist. */
async function finish(dataDir: string): Promise<void> {
  const documents = documentsFolder(dataDir);
  await rename(join(dataDir, DOCUMENTS_ASIDE), documents).catch(
    async (error: unknown) => {
      // Another process may have renamed it first.
      if (await hasEntries(documents)) return;
      throw isMissing(error) ? lost(documents) : error;
    },
  );
}

function lost(documents: string): DamagedDataError {
  return new DamagedDataError(documents, "is missing or empty");
}

async function hasEntries(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.length > 0;
}
