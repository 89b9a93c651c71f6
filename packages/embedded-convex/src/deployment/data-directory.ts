/**
 * The layout of the data directory:
 *
 *     documents/   the store         files/     bodies of stored files
 *     keys.json    its secrets       exports/   the newest backup
 *     outbox/      mails             imports/   uploads of a running import
 *     states/      named states
 *     .gitignore   keeps all of it out of the project's repository
 *
 * While a server opens the store, `documents.opening-…/` holds its files as they
 * were.
 *
 * A deployment is created in a folder of its own, `creation-…/`. Its keys get
 * their final name first, and then its store: so a directory that lacks a part,
 * and has no such folder either, is never a new deployment, but one that has lost
 * data. Several processes may create it at once. None touches another's folder
 * before the deployment is whole, and only one store and one file of keys get
 * the final names.
 */
import { existsSync, statSync } from "node:fs";
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf, isMissing, nullIfMissing } from "../base/error-code";
import { DamagedDataError } from "../storage/store-errors";
import { LevelStore } from "../storage/level-store";
import { keysFile, loadDeploymentKeys } from "./deployment-keys";
import { OWNER_ONLY, syncFolder } from "../base/private-file";

const DOCUMENTS = "documents";
const CREATION = "creation-";
/** Folders that have entries only if there were documents. */
const REMAINS = [
  ["files", "stored files"],
  ["exports", "backups"],
  ["outbox", "mails"],
] as const;

export function documentsFolder(dataDir: string): string {
  return join(dataDir, DOCUMENTS);
}

/** Whether there is a deployment in `dataDir`, or a part of one. */
export async function hasDeployment(dataDir: string): Promise<boolean> {
  if (existsSync(keysFile(dataDir))) return true;
  if (await hasEntries(documentsFolder(dataDir))) return true;
  return (await remainsOf(dataDir)) !== null;
}

/**
 * Creates a deployment in `dataDir` if it contains none, and finishes one whose
 * creation was interrupted. Other processes may do so at the same time.
 *
 * @throws DamagedDataError when part of a deployment is missing
 */
export async function ensureDeployment(dataDir: string): Promise<void> {
  await ensureFolder(dataDir);
  if (!(await isWhole(dataDir))) {
    await complete(dataDir).catch(async (error: unknown) => {
      // Another process has created it while this one looked at its parts.
      if (!(await isWhole(dataDir))) throw error;
    });
  }
  await removeCreations(dataDir);
}

async function isWhole(dataDir: string): Promise<boolean> {
  const hasDocuments = await hasEntries(documentsFolder(dataDir));
  return hasDocuments && existsSync(keysFile(dataDir));
}

async function complete(dataDir: string): Promise<void> {
  const documents = documentsFolder(dataDir);
  const hasDocuments = await hasEntries(documents);
  const keys = keysFile(dataDir);
  if (!existsSync(keys)) {
    if (hasDocuments) {
      throw new DamagedDataError(
        keys,
        "is missing: it holds the signing keys and the admin key. Restore the file that belongs to these documents",
      );
    }
    await requireNoRemains(dataDir);
    await create(dataDir);
  } else if (!hasDocuments) {
    const wasInterrupted = (await creationsIn(dataDir)).length > 0;
    if (!wasInterrupted) {
      throw new DamagedDataError(documents, "is missing or empty");
    }
    await requireNoRemains(dataDir);
    await create(dataDir);
  }
}

/** @throws DamagedDataError when other parts show that there were documents */
async function requireNoRemains(dataDir: string): Promise<void> {
  const what = await remainsOf(dataDir);
  if (what === null) return;
  const problem = `is missing, but there are ${what}`;
  throw new DamagedDataError(documentsFolder(dataDir), problem);
}

/** Returns what shows that there were documents, or null. */
async function remainsOf(dataDir: string): Promise<string | null> {
  for (const [folder, what] of REMAINS) {
    if (await hasEntries(join(dataDir, folder))) return what;
  }
  return null;
}

/**
 * Creates a folder and those that it is in. `mkdir` with `recursive` says that
 * part of the path is missing when the disk is read-only, and never ends in a
 * place that takes no folders, such as `/proc`.
 */
async function ensureFolder(path: string): Promise<void> {
  const parent = dirname(path);
  try {
    await makeFolder(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // Another process may have created the parent in the meantime.
    if (!existsSync(parent)) await ensureFolder(parent);
    await makeFolder(path);
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: OWNER_ONLY.folder }).catch((error: unknown) => {
    const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isThere !== true) throw error;
  });
}

/** Creates what is missing of a new deployment: keys and store, or only the store. */
async function create(dataDir: string): Promise<void> {
  const creation = await mkdtemp(join(dataDir, CREATION));
  try {
    await writeFile(join(dataDir, ".gitignore"), "*\n");
    const store = await LevelStore.open(documentsFolder(creation));
    await store.close();
    await loadDeploymentKeys(creation);
    await nameKeys(keysFile(creation), keysFile(dataDir));
    await syncFolder(dataDir);
    await nameDocuments(documentsFolder(creation), documentsFolder(dataDir));
    await syncFolder(dataDir);
  } finally {
    await rm(creation, { recursive: true, force: true });
  }
}

/** Gives the keys their final name, unless there is a file of that name. */
async function nameKeys(created: string, keys: string): Promise<void> {
  await link(created, keys).catch(async (error: unknown) => {
    if (codeOf(error) === "EEXIST") return;
    if (isMissing(error)) throw error;
    // Not every file system has second names for files.
    if (!existsSync(keys)) await rename(created, keys);
  });
}

/** Gives the store its final name, unless there is a store of that name. */
async function nameDocuments(
  created: string,
  documents: string,
): Promise<void> {
  await rename(created, documents).catch(async (error: unknown) => {
    if (!(await hasEntries(documents))) throw error;
  });
}

/** Returns the paths of the folders in which a deployment is, or was, created. */
async function creationsIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir);
  return names
    .filter((name) => name.startsWith(CREATION))
    .map((name) => join(dataDir, name));
}

/**
 * Removes what killed processes have left behind; call it once the deployment is
 * whole. Whoever is still creating it then fails, sees that, and removes the
 * rest.
 */
async function removeCreations(dataDir: string): Promise<void> {
  for (const creation of await creationsIn(dataDir)) {
    await rm(creation, { recursive: true, force: true }).catch(() => {});
  }
}

async function hasEntries(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(nullIfMissing);
  return names !== null && names.length > 0;
}
