import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "../base/error-code";
import { badRequest, messageOf, SeedError, UserError } from "../base/errors";
import { OWNER_ONLY } from "../base/private-file";
import { STORAGE } from "../functions/app/function-tables";
import type { AdminServices } from "./admin-services";
import { readArchive } from "./import-archive";
import { applyImport, planImport } from "./import-plan";
import { KEPT_SYSTEM_TABLES, writeSnapshotArchive } from "./snapshot-archive";

/** Neither a path nor a hidden file. */
const NAME = /^\w[\w.-]{0,63}$/;
const SUFFIX = ".zip";

/** The system tables that are replaced, also where a state has none of their documents. */
const REPLACED = [...KEPT_SYSTEM_TABLES, STORAGE];

/**
 * Named states of a deployment in development: backups in `states/` of the data
 * directory that take the place of all data, while the server runs.
 */
export class States {
  readonly #folder: string;

  constructor(private readonly services: AdminServices) {
    this.#folder = join(services.dataDir, "states");
  }

  /** @returns the names of all states, in order */
  async list(): Promise<string[]> {
    const files = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    const states = files.filter((file) => file.endsWith(SUFFIX));
    return states.map((file) => file.slice(0, -SUFFIX.length)).sort();
  }

  /**
   * Saves the durable state, with stored files; an older one of that name is replaced.
   *
   * @throws RequestError 400 for a name that is none, or outside of development
   */
  async save(name: unknown): Promise<void> {
    const path = this.#pathOf(name);
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY.folder });
    await this.write(path);
  }

  /**
   * Writes the durable state to a file.
   *
   * @throws DamagedDataError when a stored file is missing or damaged
   */
  async write(path: string): Promise<void> {
    const { database, storage } = this.services;
    const release = storage.bodies.hold();
    try {
      await writeSnapshotArchive(path, database.snapshot(), storage);
    } finally {
      await release();
    }
  }

  /**
   * Puts a state in the place of all data, in one commit.
   *
   * @returns the number of its documents
   * @throws RequestError 400 when there is none of that name, it does not fit the
   *   functions, or outside of development
   */
  async load(name: unknown): Promise<{ documents: number }> {
    const path = this.#pathOf(name);
    if (!(await this.list()).includes(String(name))) {
      throw badRequest("StateNotFound", `There is no state "${String(name)}"`);
    }
    const documents = await this.#replaceAll(path).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      throw badRequest("StateDoesNotFit", error.message);
    });
    return { documents };
  }

  /**
   * Puts what a file holds in the place of all data.
   *
   * @throws SeedError when the file cannot be read or does not fit the functions
   */
  async seed(path: string): Promise<void> {
    await this.#replaceAll(path).catch((error: unknown) => {
      throw new SeedError(path, messageOf(error));
    });
  }

  async #replaceAll(path: string): Promise<number> {
    const archive = await readArchive(path, "");
    const { tables } = archive;
    for (const component of this.services.current.app.components.keys()) {
      for (const name of REPLACED) {
        const isThere = tables.some(
          (table) => table.component === component && table.name === name,
        );
        if (!isThere) tables.push({ component, name, documents: [] });
      }
    }
    const plan = planImport(archive, "replaceAll", this.services);
    return (await applyImport(plan, this.services)).written;
  }

  #pathOf(name: unknown): string {
    if (this.services.isProduction) {
      const why = "States are for development: start the server with --dev";
      throw badRequest("NotInDevelopment", why);
    }
    if (typeof name === "string" && NAME.test(name)) {
      return join(this.#folder, `${name}${SUFFIX}`);
    }
    throw badRequest(
      "InvalidStateName",
      "A state's name has letters, digits, _, - and ., at most 64, and does not begin with - or .",
    );
  }
}
