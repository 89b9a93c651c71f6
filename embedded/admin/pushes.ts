import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import { version } from "convex";
import { z } from "zod";
import { RequestError, UserError } from "../base/errors";
import type { AppSource } from "../functions/loading/app-source";
import { BundleError } from "../functions/loading/bundle-error";
import type { Deployment } from "../functions/definitions/deployment";
import type { FunctionHost } from "../functions/function-host";
import { LoadError } from "../functions/loading/load-error";
import { parseSchema } from "../index/schema";
import type { Database } from "../transaction/database";
import { changeSchema } from "../transaction/schema-change";
import { SchemaMismatchError } from "../transaction/schema-mismatch-error";
import { analyse } from "./analysis";
import { indexDiffs, pushDiff } from "./push-diff";
import { moduleHash, parsePushRequest } from "./push-request";
import { keepPushedApp, packApp } from "./pushed-functions";

type Json = { [key: string]: JSONValue };
type Push = { source: AppSource; deployment: Deployment };
type Options = { host: FunctionHost; database: Database };

/** Pushes that were begun and may still be finished. */
const MAX_OPEN_PUSHES = 4;

const schemaChangeSchema = z.object({
  schemaIds: z.object({ push: z.string() }),
});
const waitSchema = z.object({ schemaChange: schemaChangeSchema });
const finishSchema = z.object({
  startPush: z.object({ schemaChange: schemaChangeSchema }),
  dryRun: z.boolean().default(false),
});

/**
 * Takes the functions that the command line pushes, in three steps: they are
 * evaluated, their schema is compared with the documents, and only then do they
 * become the running ones. Whatever fails leaves the running ones as they are.
 */
export class Pushes {
  readonly #options: Options;
  readonly #open = new Map<string, Push>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** What runs now, for the command line to send only what differs. */
  configHashes(): Json {
    const { modules } = this.#options.host.source.app;
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

  /** @throws RequestError 400 for an app that cannot be deployed */
  async start(body: unknown): Promise<Json> {
    const push = await this.#evaluate(body);
    const id = randomUUID();
    this.#open.set(id, push);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size > MAX_OPEN_PUSHES) this.#open.delete(oldest);
    }
    const schemaChange = this.#schemaChange(push, { push: id });
    return { ...analyse(push.source, push.deployment), schemaChange };
  }

  /** What a push would change, and nothing of it is kept. */
  async evaluate(body: unknown): Promise<Json> {
    const push = await this.#evaluate(body);
    return { schemaChange: this.#schemaChange(push, {}) };
  }

  /** Compares a push's schemas with the documents that there are. */
  waitForSchema(body: unknown): Json {
    const { schemaChange } = parse(waitSchema, body);
    const { deployment } = this.#find(schemaChange);
    for (const { path, schema } of deployment.components.values()) {
      const transaction = this.#options.database.begin();
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

  /** @throws RequestError 400 when it cannot be the running app after all */
  async finish(body: unknown): Promise<Json> {
    const { startPush, dryRun } = parse(finishSchema, body);
    const push = this.#find(startPush.schemaChange);
    const { host } = this.#options;
    const { source, deployment } = host;
    const diff = pushDiff({ source, deployment }, push);
    if (dryRun) return diff;
    const parts = await packApp(push.source);
    await refusing(() =>
      host.load(push.source, {
        alongside: (transaction) => keepPushedApp(transaction, parts),
      }),
    );
    this.#open.delete(startPush.schemaChange.schemaIds.push);
    return diff;
  }

  async #evaluate(body: unknown): Promise<Push> {
    const { host } = this.#options;
    const source = parsePushRequest(body, host.source);
    const deployment = await refusing(async () => {
      const evaluated = await host.evaluate(source);
      for (const { schema } of evaluated.components.values()) {
        parseSchema(schema);
      }
      return evaluated;
    });
    return { source, deployment };
  }

  #schemaChange({ deployment }: Push, schemaIds: Json): Json {
    return {
      allocatedComponentIds: {},
      schemaIds,
      indexDiffs: indexDiffs(this.#options.host.deployment, deployment),
    };
  }

  #find({ schemaIds }: z.infer<typeof schemaChangeSchema>): Push {
    const push = this.#open.get(schemaIds.push);
    if (push !== undefined) return push;
    throw new RequestError(
      400,
      "RaceDetected",
      "The push was begun too long ago, or before the server was started",
    );
  }
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new RequestError(400, "BadJsonBody", z.prettifyError(parsed.error));
}

/** Whatever is wrong with an app is for its author to read. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (error instanceof UserError) {
      throw new RequestError(400, error.code, error.message);
    }
    const message = error instanceof Error ? error.message : String(error);
    const isModule = error instanceof LoadError || error instanceof BundleError;
    const text = isModule
      ? `Loading the pushed modules encountered the following error:\n${message}`
      : message;
    throw new RequestError(400, "InvalidModules", text);
  }
}
