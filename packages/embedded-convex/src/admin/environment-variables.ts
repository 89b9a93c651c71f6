import * as z from "zod";
import { badRequest, messageOf } from "../base/errors";
import {
  MAX_ENVIRONMENT_NAME_LENGTH,
  MAX_ENVIRONMENT_VALUE_BYTES,
} from "../base/limits";
import type { Database } from "../transaction/database";
import type { AdminServices, Variables } from "./admin-services";
import { ENVIRONMENT_VARIABLES } from "./admin-tables";
import { parseBody } from "./parse-body";
import { replaceSystemRows, systemRows } from "./system-rows";

const MAX_VARIABLES = 1000;
const NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
/** The deployment's own URLs, which only it knows. */
export const BUILT_IN: ReadonlySet<string> = new Set([
  "CONVEX_CLOUD_URL",
  "CONVEX_SITE_URL",
]);

const updateSchema = z.object({
  changes: z.array(z.object({ name: z.string(), value: z.string().nullish() })),
});

type Change = z.infer<typeof updateSchema>["changes"][number];

/**
 * The environment variables that the command line sets. They are stored as
 * documents and override those of the server's environment.
 */
export class EnvironmentVariables {
  /** Serialises updates, since each starts from the result of the last. */
  #updating: Promise<void> = Promise.resolve();

  constructor(private readonly services: AdminServices) {}

  static read(database: Database): Record<string, string> {
    const rows = database.read((transaction) =>
      systemRows(transaction, ENVIRONMENT_VARIABLES),
    );
    const jsons = rows.map(
      (row) => row.json() as { name: string; value: string },
    );
    return Object.fromEntries(jsons.map(({ name, value }) => [name, value]));
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
    const { current, database, composeEnvironment } = this.services;
    const set = changed(EnvironmentVariables.read(database), changes);
    const rows = Object.entries(set).map(([name, value]) => ({ name, value }));
    if (rows.length > MAX_VARIABLES) {
      throw badRequest(
        "TooManyEnvVars",
        `A deployment has at most ${MAX_VARIABLES} environment variables`,
      );
    }
    try {
      await current.load(current.source, {
        environment: composeEnvironment(set),
        alongside: (transaction) =>
          replaceSystemRows(transaction, ENVIRONMENT_VARIABLES, rows),
      });
    } catch (error) {
      throw badRequest("InvalidModules", messageOf(error));
    }
  }
}

function changed(before: Variables, changes: readonly Change[]): Variables {
  const after = new Map(Object.entries(before));
  for (const { name, value } of changes) {
    if (typeof value === "string") after.set(name, value);
    else after.delete(name);
  }
  return Object.fromEntries(after);
}

function parseChanges(body: unknown): Change[] {
  const { changes } = parseBody(updateSchema, body);
  for (const { name, value } of changes) {
    checkName(name);
    checkValue(name, value ?? "");
  }
  return changes;
}

function checkName(name: string): void {
  if (name.length > MAX_ENVIRONMENT_NAME_LENGTH) {
    throw badRequest(
      "EnvVarNameTooLong",
      `The name of an environment variable has at most ${MAX_ENVIRONMENT_NAME_LENGTH} characters`,
    );
  }
  if (!NAME.test(name)) {
    throw badRequest(
      "InvalidEnvVarName",
      `${JSON.stringify(name)} cannot be the name of an environment variable: it is made of letters, digits and underscores, and does not start with a digit`,
    );
  }
  if (BUILT_IN.has(name)) {
    throw badRequest(
      "EnvVarNameForbidden",
      `The environment variable ${name} is built in and cannot be changed`,
    );
  }
}

function checkValue(name: string, value: string): void {
  if (Buffer.byteLength(value) <= MAX_ENVIRONMENT_VALUE_BYTES) return;
  throw badRequest(
    "EnvVarValueTooLong",
    `The value of the environment variable ${name} is larger than ${MAX_ENVIRONMENT_VALUE_BYTES} bytes`,
  );
}
