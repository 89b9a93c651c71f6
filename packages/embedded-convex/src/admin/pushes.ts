import { randomUUID } from "node:crypto";
import { version } from "convex";
import * as z from "zod";
import {
  badRequest,
  messageOf,
  RequestError,
  SchemaError,
  UserError,
} from "../base/errors";
import type { JsonObject } from "../base/parse-json";
import type { AppSource } from "../functions/loading/app-source";
import { BundleError } from "../functions/loading/bundle-error";
import type { App } from "../functions/app/app";
import { LoadError } from "../functions/loading/load-error";
import { parseSchema, checkNewSchema } from "../index/schema";
import {
  changeSchema,
  SchemaMismatchError,
} from "../transaction/schema-change";
import type { AdminServices } from "./admin-services";
import { analyse } from "./analysis";
import { parseBody } from "./parse-body";
import { earlyIndexDiff, indexDiffs, pushDiff } from "./push-diff";
import { moduleHash, parsePushRequest } from "./push-request";
import { keepPushedApp, packApp } from "./pushed-functions";

type Push = { source: AppSource; app: App };

/** Number of pushes kept open; the oldest are dropped. */
const MAX_OPEN_PUSHES = 4;

const schemaChangeSchema = z.object({
  schemaIds: z.object({ push: z.string() }),
});
/** What command lines before 1.28 send for an app without components. */
const schemaAloneSchema = z.object({ bundle: z.unknown() });
const configSchema = z.object({
  modules: z.unknown(),
  schemaId: z.string().nullish(),
  nodeDependencies: z.unknown(),
});
const waitSchema = z.object({ schemaChange: schemaChangeSchema });
const finishSchema = z.object({
  startPush: z.object({ schemaChange: schemaChangeSchema }),
  dryRun: z.boolean().default(false),
});

/**
 * Pushes from the command line, in three steps: the functions are evaluated,
 * their schema is validated against the documents, and only then are they
 * loaded. If a step fails, the current deployment stays.
 */
export class Pushes {
  readonly #open = new Map<string, Push>();

  constructor(private readonly services: AdminServices) {}

  /** @returns hashes of the current modules; clients send only changed ones */
  configHashes(): JsonObject {
    const { modules } = this.services.current.source.app;
    return {
      config: { functions: "convex/" },
      moduleHashes: modules.map((module) => ({
        path: module.path,
        environment: module.environment,
        hash: moduleHash(module),
      })),
      nodeDependencies: [],
      udfServerVersion: version,
    };
  }

  /**
   * Evaluates a push and keeps it open.
   *
   * @returns its analysis
   * @throws RequestError 400 when the app cannot be deployed
   */
  async start(body: unknown): Promise<JsonObject> {
    const { id, push } = await this.#begin(body);
    const schemaChange = this.#schemaChange(push, schemaIdsOf(id));
    return { ...analyse(push.source, push.app), schemaChange };
  }

  /**
   * Evaluates a push without keeping it.
   *
   * @returns the indexes that it would change
   * @throws RequestError 400 when the app cannot be deployed
   */
  async evaluate(body: unknown): Promise<JsonObject> {
    const push = await this.#evaluate(body);
    return { schemaChange: this.#schemaChange(push, {}) };
  }

  /**
   * Validates a push's schemas against the current documents.
   *
   * @returns `complete`, or `failed` with the reason
   * @throws RequestError 400 for an invalid body or an unknown push
   */
  waitForSchema(body: unknown): JsonObject {
    const { schemaChange } = parseBody(waitSchema, body);
    const { app } = this.#find(schemaChange.schemaIds);
    for (const { path, schema } of app.components.values()) {
      const transaction = this.services.database.begin();
      try {
        changeSchema(transaction, path, schema);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        const isMismatch = error instanceof SchemaMismatchError;
        const tableName = isMismatch ? error.table : null;
        const { message } = error;
        return {
          type: "failed",
          error: message,
          componentPath: path,
          tableName,
        };
      } finally {
        transaction.close();
      }
    }
    return { type: "complete" };
  }

  /**
   * Loads and stores the functions of a push; with `dryRun` only compares them.
   *
   * @returns the changes
   * @throws RequestError 400 when the app cannot be loaded, or a folder is run
   */
  async finish(body: unknown): Promise<JsonObject> {
    const { startPush, dryRun } = parseBody(finishSchema, body);
    const push = this.#find(startPush.schemaChange.schemaIds);
    const { current } = this.services;
    const diff = pushDiff(current.app, push.app);
    if (dryRun) return diff;
    if (this.services.hasFolder) {
      throw badRequest(
        "FunctionsFolder",
        "This server runs the functions folder that it was started with: change the files in that folder, or start it without --functions to push to it",
      );
    }
    const parts = await packApp(push.source);
    await refusing(() =>
      current.load(push.source, {
        alongside: (transaction) => keepPushedApp(transaction, parts),
      }),
    );
    this.#open.delete(startPush.schemaChange.schemaIds.push);
    return diff;
  }

  /**
   * The first step of a push by command lines before 1.28: the schema alone.
   *
   * @returns the indexes that it changes, and an id for the next steps
   * @throws RequestError 400 when the schema cannot be deployed
   */
  async prepareSchema(body: unknown): Promise<JsonObject> {
    const { bundle } = parseBody(schemaAloneSchema, body);
    const { id, push } = await this.#begin(appAlone({ schema: bundle }));
    return {
      ...earlyIndexDiff(this.services.current.app, push.app),
      schemaId: id,
    };
  }

  /**
   * The second step of such a push.
   *
   * @returns whether the documents fit its schema
   * @throws RequestError 400 for an unknown push
   */
  schemaState(id: string): JsonObject {
    const schemaIds = schemaIdsOf(id);
    const { type, ...failure } = this.waitForSchema({
      schemaChange: { schemaIds },
    });
    const state = type === "complete" ? "validated" : "failed";
    const schemaState = { state, ...failure };
    return { indexes: [], schemaState };
  }

  /**
   * The last step of such a push: loads all its functions with its schema.
   *
   * @throws RequestError 400 as `start` and `finish` do
   */
  async pushConfig(body: unknown): Promise<JsonObject> {
    const { modules, schemaId, nodeDependencies } = parseBody(
      configSchema,
      body,
    );
    const schema =
      typeof schemaId !== "string"
        ? null
        : this.#find(schemaIdsOf(schemaId)).source.app.schema;
    const { id } = await this.#begin({
      ...appAlone({ schema, changedModules: modules }),
      nodeDependencies,
    });
    const schemaChange = { schemaIds: schemaIdsOf(id) };
    await this.finish({ startPush: { schemaChange } });
    return {};
  }

  /** Evaluates a push and keeps it open under the id. */
  async #begin(body: unknown): Promise<{ id: string; push: Push }> {
    const push = await this.#evaluate(body);
    const id = randomUUID();
    this.#open.set(id, push);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size > MAX_OPEN_PUSHES) this.#open.delete(oldest);
    }
    return { id, push };
  }

  async #evaluate(body: unknown): Promise<Push> {
    const { current } = this.services;
    const source = parsePushRequest(body, current.source);
    const app = await refusing(async () => {
      const evaluated = await current.evaluate(source);
      for (const { schema } of evaluated.components.values()) {
        parseSchema(schema);
        checkNewSchema(schema);
      }
      return evaluated;
    });
    return { source, app };
  }

  #schemaChange({ app }: Push, schemaIds: JsonObject): JsonObject {
    return {
      allocatedComponentIds: {},
      schemaIds,
      indexDiffs: indexDiffs(this.services.current.app, app),
    };
  }

  #find({ push: id }: { push: string }): Push {
    const push = this.#open.get(id);
    if (push !== undefined) return push;
    throw badRequest(
      "RaceDetected",
      "The push was begun too long ago, or before the server was started",
    );
  }
}

/** The body of a push of an app without components. */
function appAlone(parts: { schema: unknown; changedModules?: unknown }) {
  const empty = { definition: null, dependencies: [], changedModules: [] };
  return { appDefinition: { ...empty, ...parts }, componentDefinitions: [] };
}

/** How the command line names an open push. */
function schemaIdsOf(id: string): { push: string } {
  return { push: id };
}

/** Converts an app's errors to RequestErrors, which its author sees in full. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (error instanceof SchemaError) {
      throw badRequest(error.code, error.message);
    }
    const message = messageOf(error);
    const isModule = error instanceof LoadError || error instanceof BundleError;
    const text = isModule
      ? `Loading the pushed modules encountered the following error:\n${message}`
      : message;
    throw badRequest("InvalidModules", text);
  }
}
