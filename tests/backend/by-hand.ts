import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type WithoutSystemFields } from "convex/server";
import type { Value } from "convex/values";
import type { Doc, Id, TableNames } from "#convex/_generated/dataModel";
import type { TestServer } from "../../packages/embedded-convex/tests/engine/test-server";

/** The method with which Convex's tools sign in; the published types omit it. */
type AdminClient = ConvexHttpClient & { setAdminAuth(adminKey: string): void };

const tableData = makeFunctionReference<"query">(
  "_system/cli/tableData:default",
);
const addDocument = makeFunctionReference<"mutation">(
  "_system/frontend/addDocument:default",
);
const patchDocuments = makeFunctionReference<"mutation">(
  "_system/frontend/patchDocumentsFields:default",
);
const deleteDocuments = makeFunctionReference<"mutation">(
  "_system/frontend/deleteDocuments:default",
);

/** Does what an organiser does in a data browser, by calling the same functions. */
export function byHand({ url, engine }: Pick<TestServer, "url" | "engine">) {
  const admin = new ConvexHttpClient(url, { logger: false });
  (admin as AdminClient).setAdminAuth(engine.keys.adminKey);
  const newest = async (table: string) => {
    const paginationOpts = { numItems: 100, cursor: null };
    const args = { table, order: "desc", paginationOpts };
    return (await admin.query(tableData, args)).page;
  };
  return {
    /** Returns the newest rows of a table. */
    rows: async <Table extends TableNames>(
      table: Table,
    ): Promise<Doc<Table>[]> => newest(table),
    /** Returns the names of the functions that are scheduled. */
    waiting: async (): Promise<string[]> => {
      const functions: { name: string; state: { kind: string } }[] =
        await newest("_scheduled_functions");
      return functions
        .filter(({ state }) => state.kind === "pending")
        .map(({ name }) => name);
    },
    /** Runs an internal mutation. */
    run: (path: string, args: Record<string, Value> = {}) =>
      admin.mutation(makeFunctionReference<"mutation">(path), args),
    add: <Table extends TableNames>(
      table: Table,
      row: WithoutSystemFields<Doc<Table>>,
    ) => admin.mutation(addDocument, { table, documents: [row] }),
    edit: <Table extends TableNames>(
      table: Table,
      id: Id<Table>,
      fields: Partial<WithoutSystemFields<Doc<Table>>>,
    ) => admin.mutation(patchDocuments, { table, ids: [id], fields }),
    remove: <Table extends TableNames>(tableName: Table, id: Id<Table>) =>
      admin.mutation(deleteDocuments, { toDelete: [{ tableName, id }] }),
  };
}
