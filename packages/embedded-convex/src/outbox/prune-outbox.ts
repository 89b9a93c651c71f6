import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAIL_EXTENSION, readMail } from "../admin/kept-mails";
import { BY_ID } from "../index/table-definition";
import type { Snapshot } from "../transaction/snapshot";

const DAY_MS = 24 * 60 * 60_000;

/** How long the outbox keeps mails; an operator may look for an older one. */
const MAX_AGE_MS = 30 * DAY_MS;
/**
 * The same for mails to addresses that no document holds. Not nothing, because an
 * app may mail to addresses that it does not store.
 */
const FORGOTTEN_MAX_AGE_MS = DAY_MS;

/** How much text is searched in a turn of the event loop: some milliseconds. */
const TURN_CHARACTERS = 256 * 1024;

/** A string with one at sign, in the JSON text of a document. */
const ADDRESS = /"([^"\\@]*@[^"\\@]*)"/g;

/**
 * Deletes old mails, and those to people who are in no document any more because
 * they deleted their accounts, for example. A missing folder counts as empty.
 *
 * @param snapshot the documents; null before they are loaded
 */
export async function pruneOutbox(
  folder: string,
  nowMs: number,
  snapshot: Snapshot | null,
): Promise<void> {
  const addressees = new Map<string, string[]>();
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || !found.isFile()) continue;
    const ageMs = nowMs - found.mtimeMs;
    if (ageMs > MAX_AGE_MS) await rm(path, { force: true });
    else if (ageMs > FORGOTTEN_MAX_AGE_MS && name.endsWith(MAIL_EXTENSION)) {
      const to = (await readMail(path))?.to ?? [];
      const addresses = to.flatMap(
        ({ address }) => address?.toLowerCase() ?? [],
      );
      addressees.set(path, addresses);
    }
  }
  if (snapshot === null || addressees.size === 0) return;
  const unknown = new Set([...addressees.values()].flat());
  await removeStored(unknown, snapshot);
  for (const [path, addresses] of addressees) {
    const isForgotten =
      addresses.length > 0 &&
      addresses.every((address) => unknown.has(address));
    if (isForgotten) await rm(path, { force: true });
  }
}

/** Removes the addresses that a document holds. */
async function removeStored(
  addresses: Set<string>,
  { catalog, tables }: Snapshot,
): Promise<void> {
  let searched = 0;
  for (const component of catalog.components()) {
    for (const slot of catalog.slotsOf(component)) {
      const table = tables[slot];
      if (table === undefined || table.definition.isSystem) continue;
      for (const { text } of table.tree(BY_ID).values()) {
        for (const [, address = ""] of text.matchAll(ADDRESS)) {
          addresses.delete(address.toLowerCase());
        }
        searched += text.length;
        if (searched < TURN_CHARACTERS) continue;
        searched = 0;
        await nextTurn();
      }
    }
  }
}
