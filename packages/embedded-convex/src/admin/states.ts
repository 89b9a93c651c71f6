import { mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { nullIfMissing } from "../base/error-code";
import { badRequest, UserError } from "../base/errors";
import { OWNER_ONLY } from "../base/private-file";
import { STORAGE } from "../functions/app/function-tables";
import type { AdminServices } from "./admin-services";
import { readArchive } from "./import-archive";
import { applyImport, planImport } from "./import-plan";
import { KEPT_SYSTEM_TABLES, writeSnapshotArchive } from "./snapshot-archive";

/** Neither a path nor a hidden file. */
const NAME = /^\w[\w.-]{0,63}$/;
const SUFFIX = ".zip";

/**
 * Named states of a deployment in development: backups in `states/` of the data
 * directory that take the place of all data, while the server runs. Each method with a
 * name throws a RequestError for one that is none, and outside of development.
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
   * Saves the durable state, with stored files, in the place of an older one of that name.
   *
   * @returns what to tell
   */
  async save(name: unknown): Promise<string> {
    const path = this.#pathOf(name);
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY.folder });
    await this.write(path);
    return `Saved as ${basename(path, SUFFIX)}`;
  }

  /** @returns what to tell */
  async load(name: unknown): Promise<string> {
    const path = this.#pathOf(name);
    const state = basename(path, SUFFIX);
    if (!(await this.list()).includes(state)) {
      throw badRequest("StateNotFound", `There is no state "${state}"`);
    }
    return `Loaded ${state}: ${await this.read(path)} documents`;
  }

  /**
   * Writes the durable state, with stored files, to a file.
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
   * Puts what a file holds in the place of all data, in one commit.
   *
   * @returns the number of its documents
   * @throws RequestError 400 when it is no archive, or does not fit the functions
   */
  async read(path: string): Promise<number> {
    const archive = await readArchive(path, "");
    for (const component of this.services.current.app.components.keys()) {
      for (const name of [...KEPT_SYSTEM_TABLES, STORAGE]) {
        // Replaced as well if the archive has none of it.
        archive.tables.push({ component, name, documents: [] });
      }
    }
    const plan = planImport(archive, "replaceAll", this.services);
    const applied = applyImport(plan, this.services);
    const { written } = await applied.catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      throw badRequest("StateDoesNotFit", error.message);
    });
    return written;
  }

  #pathOf(name: unknown): string {
    if (this.services.isProduction) {
      const why = "States are for development: start the server with --dev";
      throw badRequest("NotInDevelopment", why);
    }
    if (typeof name === "string" && NAME.test(name)) {
      return join(this.#folder, `${name}${SUFFIX}`);
    }
    const allowed =
      "up to 64 letters, digits, _, - and ., the last two not first";
    throw badRequest("InvalidStateName", `A state's name has ${allowed}`);
  }
}
