import * as z from "zod";
import { RequestError } from "../base/errors";
import {
  MAX_ENVIRONMENT_NAME_LENGTH,
  MAX_ENVIRONMENT_VALUE_BYTES,
} from "../base/limits";
import type { CurrentApp } from "../functions/runner/current-app";
import type { Database } from "../transaction/database";
import { ENVIRONMENT_VARIABLES } from "./admin-tables";
import { replaceSystemRows, systemRows } from "./system-rows";

type Variables = Readonly<Record<string, string>>;

type Options = {
  current: CurrentApp;
  database: Database;
  /** Adds the other variables of functions to those that are set here. */
  compose: (set: Variables) => Variables;
};

type Change = { name: string; value: string | null };

const MAX_VARIABLES = 1000;
const NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
/** The deployment's own URLs, which only it knows. */
const BUILT_IN = new Set(["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"]);

const updateSchema = z.object({
  changes: z.array(z.object({ name: z.string(), value: z.string().nullish() })),
});

/**
 * The environment variables that the command line sets. They are stored as
 * documents and override those of the server's environment.
 */
export class EnvironmentVariables {
  readonly #options: Options;
  /** Serialises updates, since each starts from the result of the last. */
  #updating: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @returns the variables that are set, by name */
  static read(database: Database): Record<string, string> {
    const transaction = database.beginRead();
    const rows = systemRows(transaction, ENVIRONMENT_VARIABLES).map(
      (document) => document.json() as { name: string; value: string },
    );
    transaction.close();
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  /**
   * Changes all given variables or none, and reloads the functions with them.
   *
   * @throws RequestError 400 when a variable is not allowed, or the functions
   *   cannot be loaded with it
   */
  update(body: unknown): Promise<void> {
    const changes = parseChanges(body);
    const updating = this.#updating.then(() => this.#update(changes));
    this.#updating = updating.catch(() => undefined);
    return updating;
  }

  async #update(changes: readonly Change[]): Promise<void> {
    const { current, database, compose } = this.#options;
    const set = changed(EnvironmentVariables.read(database), changes);
    const rows = Object.entries(set).map(([name, value]) => ({ name, value }));
    if (rows.length > MAX_VARIABLES) throw tooMany();
    try {
      await current.load(current.source, {
        environment: compose(set),
        alongside: (transaction) =>
          replaceSystemRows(transaction, ENVIRONMENT_VARIABLES, rows),
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new RequestError(400, "InvalidModules", message);
    }
  }
}

function changed(before: Variables, changes: readonly Change[]): Variables {
  const after = new Map(Object.entries(before));
  for (const { name, value } of changes) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return Object.fromEntries(after);
}

function parseChanges(body: unknown): Change[] {
  const parsed = updateSchema.safeParse(body);
  if (!parsed.success) throw refused("BadJsonBody", "changes is not a list");
  return parsed.data.changes.map(({ name, value }) => {
    checkName(name);
    checkValue(name, value ?? "");
    return { name, value: value ?? null };
  });
}

function checkName(name: string): void {
  if (name.length > MAX_ENVIRONMENT_NAME_LENGTH) {
    throw refused(
      "EnvVarNameTooLong",
      `The name of an environment variable has at most ${MAX_ENVIRONMENT_NAME_LENGTH} characters`,
    );
  }
  if (!NAME.test(name)) {
    throw refused(
      "InvalidEnvVarName",
      `${JSON.stringify(name)} cannot be the name of an environment variable: it is made of letters, digits and underscores, and does not start with a digit`,
    );
  }
  if (BUILT_IN.has(name)) {
    throw refused(
      "EnvVarNameForbidden",
      `The environment variable ${name} is built in and cannot be changed`,
    );
  }
}

function checkValue(name: string, value: string): void {
  if (Buffer.byteLength(value) <= MAX_ENVIRONMENT_VALUE_BYTES) return;
  throw refused(
    "EnvVarValueTooLong",
    `The value of the environment variable ${name} is larger than ${MAX_ENVIRONMENT_VALUE_BYTES} bytes`,
  );
}

function tooMany(): RequestError {
  return refused(
    "TooManyEnvVars",
    `A deployment has at most ${MAX_VARIABLES} environment variables`,
  );
}

function refused(code: string, message: string): RequestError {
  return new RequestError(400, code, message);
}
