import { readFile } from "node:fs/promises";
import type { Value } from "convex/values";
import { z } from "zod";
import type { Clock } from "../base/clock";
import { RequestError, UserError } from "../base/errors";
import type { Logger } from "../base/logger";
import { commitWithRetry } from "../functions/execution/commit-with-retry";
import type { FunctionHost } from "../functions/function-host";
import type { Database } from "../transaction/database";
import { restoreTables } from "../transaction/restore-tables";
import { type Id, parseId } from "../values/ids";
import { type ImportArchive, readArchive } from "./import-archive";
import { type ImportPlan, planImport } from "./import-plan";
import { parseCsv, parseJsonArray, parseJsonLines } from "./import-rows";
import { systemRows } from "./system-rows";
import { IMPORTS } from "./system-tables";
import { Uploads } from "./uploads";

type Options = {
  database: Database;
  host: FunctionHost;
  clock: Clock;
  logger: Logger;
  /** Holds what is being sent. */
  folder: string;
};

type State = Record<string, Value>;

const SYSTEM = { system: true };
const ROW_FORMATS = {
  csv: parseCsv,
  jsonLines: parseJsonLines,
  jsonArray: parseJsonArray,
};

const finishSchema = z.object({
  uploadToken: z.string(),
  partTokens: z.array(z.string()),
  import: z.object({
    tableName: z.string().optional(),
    componentPath: z.string().nullish(),
    mode: z.enum(["requireEmpty", "append", "replace", "replaceAll"]),
    format: z.enum(["csv", "jsonLines", "jsonArray", "zip"]),
  }),
});

type Request = z.infer<typeof finishSchema>;

/**
 * Data that the command line sends: uploaded, then described to the person who
 * imports it, then put into the tables all at once.
 *
 *     uploaded ──▶ waiting_for_confirmation ──▶ in_progress ──▶ completed
 *        └──────────────────┴──── failed ◀───────────┘
 */
export class Imports {
  readonly uploads: Uploads;
  readonly #options: Options;
  readonly #waiting = new Map<Id, { archive: ImportArchive; from: Request }>();

  constructor(options: Options) {
    this.#options = options;
    this.uploads = new Uploads(options.folder);
  }

  /** Ends what an earlier process had not finished. Call once, at the start. */
  async recover(): Promise<void> {
    await this.uploads.clear();
    await commitWithRetry(this.#options.database, (transaction) => {
      for (const document of systemRows(transaction, IMPORTS)) {
        const kind: unknown = Object(document.json().state).state;
        if (kind === "completed" || kind === "failed") continue;
        const state = failed("The server was stopped before it was done");
        transaction.patch("", document.id, { state }, SYSTEM);
      }
    });
  }

  /** Takes a finished upload, and returns the name of the import. */
  async finishUpload(body: unknown): Promise<Id> {
    const parsed = finishSchema.safeParse(body);
    if (!parsed.success) {
      throw new RequestError(400, "BadJsonBody", z.prettifyError(parsed.error));
    }
    const from = parsed.data;
    const { uploadToken, partTokens } = from;
    const { mode, format } = from.import;
    const id = await this.#insert({ mode, format });
    const reading = this.uploads.withFile(uploadToken, partTokens, (path) =>
      readImport(path, from.import),
    );
    this.#finishing(id, async () => {
      const archive = await reading;
      const { summary, isDestructive } = this.#plan(archive, from);
      this.#waiting.set(id, { archive, from });
      return {
        state: "waiting_for_confirmation",
        message_to_confirm: summary,
        require_manual_confirmation: isDestructive,
      };
    });
    return id;
  }

  /** Begins an import that has been confirmed. */
  async perform(importId: unknown): Promise<void> {
    const id = typeof importId === "string" ? parseId(importId) : null;
    const waiting = id === null ? undefined : this.#waiting.get(id);
    if (id === null || waiting === undefined) {
      throw new RequestError(400, "ImportNotFound", "There is no such import");
    }
    this.#waiting.delete(id);
    await this.#note(id, { state: "in_progress", checkpoint_messages: [] });
    this.#finishing(id, async () => {
      const plan = this.#plan(waiting.archive, waiting.from);
      const { written, ts } = await this.#apply(plan);
      return { state: "completed", ts, num_rows_written: BigInt(written) };
    });
  }

  #plan(archive: ImportArchive, from: Request): ImportPlan {
    const { host, database, clock } = this.#options;
    const components = host.deployment.components.keys();
    const { mode } = from.import;
    return planImport(archive, mode, database, components, clock.now());
  }

  async #apply(plan: ImportPlan): Promise<{ written: number; ts: bigint }> {
    const { host, database, clock } = this.#options;
    for (const { storageId, body } of plan.files) {
      await host.storage.restoreBody(storageId, body);
    }
    const { result: written, ts } = await commitWithRetry(
      database,
      (transaction) => {
        let sum = 0;
        for (const [component, tables] of plan.tables) {
          sum += restoreTables(transaction, component, tables, clock.now());
        }
        return sum;
      },
    );
    // Scheduled functions, cron jobs and queries take notice of it all.
    await host.load(host.source);
    return { written, ts };
  }

  /** Notes how a step ended, whenever that is. */
  #finishing(id: Id, step: () => Promise<State>): void {
    step()
      .catch((error: unknown) => failed(this.#explain(error)))
      .then((state) => this.#note(id, state))
      .catch((error: unknown) => {
        this.#options.logger.error("An import got lost", error);
      });
  }

  #explain(error: unknown): string {
    if (error instanceof RequestError || error instanceof UserError) {
      return error.message;
    }
    this.#options.logger.error("An import failed", error);
    return "The import failed: the server's log says why";
  }

  async #insert(fields: Record<string, Value>): Promise<Id> {
    const row = { ...fields, state: { state: "uploaded" } };
    const { result } = await commitWithRetry(
      this.#options.database,
      (transaction) => transaction.insert("", IMPORTS, row, SYSTEM),
    );
    return result;
  }

  async #note(id: Id, state: State): Promise<void> {
    await commitWithRetry(this.#options.database, (transaction) => {
      transaction.patch("", id, { state }, SYSTEM);
    });
  }
}

async function readImport(
  path: string,
  { format, tableName, componentPath }: Request["import"],
): Promise<ImportArchive> {
  const component = componentPath ?? "";
  if (format === "zip") return readArchive(path, component);
  if (tableName === undefined || tableName.startsWith("_")) {
    throw new RequestError(400, "InvalidTableName", "No table is named");
  }
  const text = await readFile(path, "utf8");
  const documents = ROW_FORMATS[format](text, tableName);
  return { tables: [{ component, name: tableName, documents }], files: [] };
}

function failed(error: string): State {
  return { state: "failed", error_message: error };
}
