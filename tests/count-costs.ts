/** Counts what functions read and write, by the function log of a deployment on the embedded backend. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "#convex/_generated/api";

/** What the calls of one function have used. */
export type Usage = {
  runs: number;
  documents: number;
  readBytes: number;
  writeBytes: number;
};

/** Reads the function log of a deployment. */
export class Meter {
  #cursor = 0;
  readonly #url: string;
  readonly #adminKey: string;
  readonly #client: ConvexHttpClient;

  constructor(url: string, adminKey: string) {
    this.#url = url;
    this.#client = new ConvexHttpClient(url, { logger: false });
    this.#adminKey = adminKey;
  }

  /** @returns what ran during `act`, by function */
  async count(act: () => Promise<unknown>): Promise<Map<string, Usage>> {
    await this.#read();
    await act();
    const costs = new Map<string, Usage>();
    for (const {
      identifier,
      usageStats,
      componentPath,
    } of await this.#read()) {
      if (componentPath !== null || identifier === "projects:get") continue;
      const { runs, documents, readBytes, writeBytes } = costs.get(
        identifier,
      ) ?? {
        runs: 0,
        documents: 0,
        readBytes: 0,
        writeBytes: 0,
      };
      costs.set(identifier, {
        runs: runs + 1,
        documents: documents + (usageStats.databaseReadDocuments ?? 0),
        readBytes: readBytes + (usageStats.databaseReadBytes ?? 0),
        writeBytes: writeBytes + (usageStats.databaseWriteBytes ?? 0),
      });
    }
    return costs;
  }

  async #read(): Promise<Entry[]> {
    // Without anything new the log waits for a minute.
    await this.#client
      .query(api.projects.get, { projectId: "" })
      .catch(() => null);
    const url = `${this.#url}/api/stream_function_logs?cursor=${this.#cursor}`;
    const answer = await fetch(url, {
      headers: { authorization: `Convex ${this.#adminKey}` },
    });
    const { entries, newCursor } = (await answer.json()) as {
      entries: Entry[];
      newCursor: number;
    };
    this.#cursor = newCursor;
    return entries.filter(({ kind }) => kind === "Completion");
  }
}

type Entry = {
  kind: string;
  identifier: string;
  componentPath: string | null;
  usageStats: Record<string, number | undefined>;
};
