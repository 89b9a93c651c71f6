import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import {
  adminApi,
  type TableDocument,
} from "../../packages/embedded-convex/src/admin/admin-api";
import type { RunningProduct } from "./product";

/** A client knows this one call that its types keep to themselves. */
type KeyedClient = ConvexHttpClient & { setAdminAuth(key: string): void };

export type Role = "organiser" | "judge" | "mentor";

const appoint = makeFunctionReference<
  "mutation",
  { email: string; role: Role }
>("roles/jobs:appoint");
const dismiss = makeFunctionReference<"mutation", { email: string }>(
  "roles/jobs:dismiss",
);

/** Who runs the deployment and has its key: does what `npx convex run` does. */
export class Operator {
  /** May call everything, internal functions too. */
  readonly client: ConvexHttpClient;

  constructor(url: string, adminKey: string, fetchOf = fetch) {
    this.client = new ConvexHttpClient(url, { logger: false, fetch: fetchOf });
    (this.client as KeyedClient).setAdminAuth(adminKey);
  }

  static async of(product: RunningProduct): Promise<Operator> {
    return new Operator(product.url, await product.adminKey());
  }

  /** Gives the account with this address a role. */
  async appoint(email: string, role: Role = "organiser"): Promise<void> {
    await this.proveAddress(email);
    await this.client.mutation(appoint, { email, role });
  }

  /** Marks the address as proven, because tests open no mails. */
  async proveAddress(email: string): Promise<void> {
    await this.client.mutation(adminApi.patchDocuments, {
      componentId: null,
      table: "users",
      ids: [await this.idOf(email)],
      fields: { emailVerificationTime: Date.now() },
    });
  }

  /** The id of the account with this address. */
  async idOf(email: string): Promise<string> {
    const people = await this.people();
    return people.find((user) => user.email === email)?._id ?? "";
  }

  async people(): Promise<TableDocument[]> {
    const { page } = await this.client.query(adminApi.documents, {
      componentId: null,
      table: "users",
      filters: null,
      paginationOpts: { numItems: 5_000, cursor: null },
    });
    return page;
  }

  /** Makes them a participant again. */
  async dismiss(email: string): Promise<void> {
    await this.client.mutation(dismiss, { email });
  }
}
