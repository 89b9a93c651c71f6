import { setTimeout as sleep } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import type { TableNames } from "#convex/_generated/dataModel";
import type { Settings } from "#convex/settings/shared";
import { adminApi } from "../../packages/embedded-convex/src/admin/admin-api";
import type { RunningProduct } from "./product";

/** A client knows this one call that its types keep to themselves. */
type KeyedClient = ConvexHttpClient & { setAdminAuth(key: string): void };

type Fields = Record<string, Value>;

export type Role = "organiser" | "judge" | "mentor";

const appoint = makeFunctionReference<
  "mutation",
  { email: string; role: Role }
>("roles/jobs:appoint");
const dismiss = makeFunctionReference<"mutation", { email: string }>(
  "roles/jobs:dismiss",
);

/**
 * Who runs the deployment and has its key: does what `npx convex run` does, and writes rows by hand as the data browser
 * does.
 */
export class Operator {
  /** May call everything, internal functions too. */
  readonly client: ConvexHttpClient;

  constructor(url: string, adminKey: string, fetchOf = fetch) {
    this.client = new ConvexHttpClient(url, { logger: false, fetch: fetchOf });
    (this.client as KeyedClient).setAdminAuth(adminKey);
  }

  /** Begins when a new deployment has its first content, with which it is filled as soon as it runs. */
  static async of(product: RunningProduct): Promise<Operator> {
    const operator = new Operator(product.url, await product.adminKey());
    while ((await operator.rows("settings")).length === 0) await sleep(50);
    return operator;
  }

  /** Gives the account with this address a role. Marks the address as proven, because tests open no mails. */
  async appoint(email: string, role: Role = "organiser"): Promise<void> {
    const proven = { emailVerificationTime: Date.now() };
    await this.change("users", await this.idOf(email), proven);
    await this.client.mutation(appoint, { email, role });
  }

  /** Makes them a participant again. */
  async dismiss(email: string): Promise<void> {
    await this.client.mutation(dismiss, { email });
  }

  /** The id of the account with this address. */
  async idOf(email: string): Promise<string> {
    const people = await this.people();
    return people.find((user) => user.email === email)?._id ?? "";
  }

  people = () => this.rows("users");

  /** @returns the new row's id */
  async add(table: TableNames, row: Fields): Promise<string> {
    const [id = ""] = await this.addAll(table, [row]);
    return id;
  }

  /** @returns the new rows' ids */
  async addAll(table: TableNames, rows: Fields[]): Promise<string[]> {
    const { ids } = await this.client.mutation(adminApi.addDocuments, {
      componentId: null,
      table,
      documents: rows,
    });
    return ids;
  }

  async change(table: TableNames, id: string, fields: Fields): Promise<void> {
    await this.client.mutation(adminApi.patchDocuments, {
      componentId: null,
      table,
      ids: [id],
      fields,
    });
  }

  async remove(table: TableNames, ...ids: string[]): Promise<void> {
    await this.client.mutation(adminApi.deleteDocuments, {
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

  /** @returns the first rows, up to five thousand */
  async rows(table: TableNames) {
    const { page } = await this.client.query(adminApi.documents, {
      componentId: null,
      table,
      filters: null,
      paginationOpts: { numItems: 5_000, cursor: null },
    });
    return page;
  }
}
