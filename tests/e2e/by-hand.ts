import type { Value } from "convex/values";
import { vi } from "vitest";
import type { TableNames } from "#convex/_generated/dataModel";
import type { Settings } from "#convex/settings/shared";
import { adminApi } from "../../packages/embedded-convex/src/admin/admin-api";
import { Operator } from "./operator";
import type { RunningProduct } from "./product";

type Fields = Record<string, Value>;

/** Rows as organisers write them in the data browser. */
export class ByHand {
  readonly #operator: Operator;

  private constructor(operator: Operator) {
    this.#operator = operator;
  }

  /** Begins when a new deployment has its first content, with which it is filled as soon as it runs. */
  static async in(product: RunningProduct): Promise<ByHand> {
    const hand = new ByHand(await Operator.of(product));
    await vi.waitFor(async () => hand.#settingsId(), {
      timeout: 60_000,
      interval: 50,
    });
    return hand;
  }

  /** @returns the new row's id */
  async add(table: TableNames, row: Fields): Promise<string> {
    const [id = ""] = await this.addAll(table, [row]);
    return id;
  }

  /** @returns the new rows' ids */
  async addAll(table: TableNames, rows: Fields[]): Promise<string[]> {
    const { ids } = await this.#operator.client.mutation(
      adminApi.addDocuments,
      { componentId: null, table, documents: rows },
    );
    return ids;
  }

  async change(table: TableNames, id: string, fields: Fields): Promise<void> {
    await this.#operator.client.mutation(adminApi.patchDocuments, {
      componentId: null,
      table,
      ids: [id],
      fields,
    });
  }

  async remove(table: TableNames, ...ids: string[]): Promise<void> {
    await this.#operator.client.mutation(adminApi.deleteDocuments, {
      componentId: null,
      toDelete: ids.map((id) => ({ tableName: table, id })),
    });
  }

  /** Removes all rows. */
  async clear(table: TableNames): Promise<void> {
    const rows = await this.rows(table);
    await this.remove(table, ...rows.map(({ _id }) => _id));
  }

  /** Writes into the one row of settings. */
  async set(settings: Partial<Settings>): Promise<void> {
    await this.change("settings", await this.#settingsId(), settings);
  }

  async #settingsId(): Promise<string> {
    const [row] = await this.rows("settings");
    if (row === undefined) throw new Error("there are no settings");
    return row._id;
  }

  /** @returns the first rows, up to five hundred */
  async rows(table: TableNames) {
    const { page } = await this.#operator.client.query(adminApi.documents, {
      componentId: null,
      table,
      filters: null,
      paginationOpts: { numItems: 500, cursor: null },
    });
    return page;
  }
}
