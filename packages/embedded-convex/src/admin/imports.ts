import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Value } from "convex/values";
import * as z from "zod";
import { badRequest, RequestError, UserError } from "../base/errors";
import { type Id, parseId } from "../values/ids";
import type { AdminServices } from "./admin-services";
import { type ImportArchive, readArchive } from "./import-archive";
import { applyImport, type ImportPlan, planImport } from "./import-plan";
import { parseCsv, parseJsonArray, parseJsonLines } from "./import-rows";
import { parseBody } from "./parse-body";
import { systemRows } from "./system-rows";
import { IMPORTS } from "./admin-tables";
import { Uploads } from "./uploads";

type State = Record<string, Value>;

type Waiting = {
  archive: ImportArchive;
  from: Request;
  /** Lets it wait as long as it takes. */
  stopWaiting: () => void;
};

/**
 * How long an import waits to be confirmed, with its data in memory. Who declines
 * it in the command line does not tell the server.
 */
const MAX_WAIT_MS = 60 * 60_000;

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
 * Imports from the command line: the data is uploaded, the changes are
 * confirmed by the user, and then applied in one commit.
 *
 *     uploaded ──▶ waiting_for_confirmation ──▶ in_progress ──▶ completed
 *        └──────────────────┴──── failed ◀───────────┘
 */
export class Imports {
  readonly uploads: Uploads;
  readonly #waiting = new Map<Id, Waiting>();
  /** Steps in the background, each with the writing of the state after it. */
  readonly #steps = new Set<Promise<void>>();

  constructor(private readonly services: AdminServices) {
    this.uploads = new Uploads(join(services.dataDir, "imports"));
  }

  /** Fails unfinished imports of an earlier process. Call once, at start. */
  async recover(): Promise<void> {
    await this.uploads.clear();
    await this.services.database.write((transaction) => {
      for (const document of systemRows(transaction, IMPORTS)) {
        const kind: unknown = Object(document.json().state).state;
        if (kind === "completed" || kind === "failed") continue;
        const state = failed("The server was stopped before it was done");
        transaction.patch("", document.id, { state }, SYSTEM);
      }
    });
  }

  /**
   * Registers a finished upload, and reads it in the background.
   *
   * @returns the id of the import
   * @throws RequestError 400 for an invalid request
   */
  async finishUpload(body: unknown): Promise<Id> {
    const from = parseBody(finishSchema, body);
    const { uploadToken, partTokens } = from;
    const { mode, format } = from.import;
    const id = await this.#insert({ mode, format });
    const reading = this.uploads.withFile(uploadToken, partTokens, (path) =>
      readImport(path, from.import),
    );
    this.#finishing(id, async () => {
      const archive = await reading;
      const { summary, isDestructive } = this.#plan(archive, from);
      const stopWaiting = this.services.timers.schedule(MAX_WAIT_MS, () =>
        this.#giveUp(id),
      );
      this.#waiting.set(id, { archive, from, stopWaiting });
      return {
        state: "waiting_for_confirmation",
        message_to_confirm: summary,
        require_manual_confirmation: isDestructive,
      };
    });
    return id;
  }

  /**
   * Starts a confirmed import in the background.
   *
   * @throws RequestError 400 when no import with that id waits for confirmation
   */
  async perform(importId: unknown): Promise<void> {
    const id = typeof importId === "string" ? parseId(importId) : null;
    const waiting = id === null ? undefined : this.#waiting.get(id);
    if (id === null || waiting === undefined) {
      throw badRequest("ImportNotFound", "There is no such import");
    }
    this.#waiting.delete(id);
    waiting.stopWaiting();
    await this.#note(id, { state: "in_progress", checkpoint_messages: [] });
    this.#finishing(id, async () => {
      const plan = this.#plan(waiting.archive, waiting.from);
      const { written, ts } = await applyImport(plan, this.services);
      return { state: "completed", ts, num_rows_written: BigInt(written) };
    });
  }

  /** Waits for running steps: a written import must not look unfinished later. */
  async close(): Promise<void> {
    for (const { stopWaiting } of this.#waiting.values()) stopWaiting();
    await Promise.all(this.#steps);
  }

  #giveUp(id: Id): void {
    this.#waiting.delete(id);
    this.#finishing(id, async () => failed("It was not confirmed in time"));
  }

  #plan(archive: ImportArchive, from: Request): ImportPlan {
    return planImport(archive, from.import.mode, this.services);
  }

  /** Runs a step in the background and stores the resulting state. */
  #finishing(id: Id, step: () => Promise<State>): void {
    const running = step()
      .catch((error: unknown) => failed(this.#explain(error)))
      .then((state) => this.#note(id, state))
      .catch((error: unknown) => {
        this.services.logger.error(
          "The state of an import could not be stored",
          error,
        );
      })
      .finally(() => {
        this.#steps.delete(running);
      });
    this.#steps.add(running);
  }

  #explain(error: unknown): string {
    if (error instanceof RequestError || error instanceof UserError) {
      return error.message;
    }
    this.services.logger.error("An import failed", error);
    return "The import failed: the server's log says why";
  }

  async #insert(fields: Record<string, Value>): Promise<Id> {
    const row = { ...fields, state: { state: "uploaded" } };
    const { result } = await this.services.database.write((transaction) =>
      transaction.insert("", IMPORTS, row, SYSTEM),
    );
    return result;
  }

  async #note(id: Id, state: State): Promise<void> {
    await this.services.database.write((transaction) => {
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
    throw badRequest("InvalidTableName", "No table is named");
  }
  const text = await readFile(path, "utf8");
  const documents = ROW_FORMATS[format](text, tableName);
  return { tables: [{ component, name: tableName, documents }], files: [] };
}

function failed(error: string): State {
  return { state: "failed", error_message: error };
}
