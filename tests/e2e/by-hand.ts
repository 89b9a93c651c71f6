import type { Value } from "convex/values";
import type { TableNames } from "../../convex/_generated/dataModel";
import type { Settings } from "../../convex/shared/validators";
import { adminApi } from "../../embedded/admin/admin-api";
import { Operator } from "./operator";
import type { Product } from "./product";

type Fields = Record<string, Value>;

/** Rows as organisers write them in the data browser. */
export class ByHand {
  readonly #operator: Operator;

  private constructor(operator: Operator) {
    this.#operator = operator;
  }

  static async in(product: Product): Promise<ByHand> {
    return new ByHand(await Operator.of(product));
  }

  /** @returns the new row's id */
  async add(table: TableNames, row: Fields): Promise<string> {
    const { ids } = await this.#operator.client.mutation(
      adminApi.addDocuments,
      { componentId: null, table, documents: [row] },
    );
    return ids[0] ?? "";
  }

  async change(table: TableNames, id: string, fields: Fields): Promise<void> {
    await this.#operator.client.mutation(adminApi.patchDocuments, {
      componentId: null,
      table,
      ids: [id],
      fields,
    });
  }

  async remove(table: TableNames, id: string): Promise<void> {
    await this.#operator.client.mutation(adminApi.deleteDocuments, {
      componentId: null,
      toDelete: [{ tableName: table, id }],
    });
  }

  /** Removes all rows. */
  async clear(table: TableNames): Promise<void> {
    for (const { _id } of await this.#rows(table)) {
      await this.remove(table, _id);
    }
  }

  /** Writes into the one row of settings. */
  async set(settings: Partial<Settings>): Promise<void> {
    const [row] = await this.#rows("settings");
    await this.change("settings", row?._id ?? "", settings);
  }

  async #rows(table: TableNames) {
    const { page } = await this.#operator.client.query(adminApi.documents, {
      componentId: null,
      table,
      filters: null,
      paginationOpts: { numItems: 500, cursor: null },
    });
    return page;
  }
}
