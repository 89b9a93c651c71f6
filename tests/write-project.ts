/** Writes projects in tests as their page does: the description by updates of Yjs, the other fields by `projects.edit`. */
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import * as Y from "yjs";
import { api } from "#convex/_generated/api";

type Projects = typeof api.projects;
type Call<Of extends FunctionReference<"query" | "mutation">> = (
  reference: Of,
  args: FunctionArgs<Of>,
) => Promise<FunctionReturnType<Of>>;
/** A person's client, on any deployment. */
type Caller = {
  query: Call<Projects["workbench"]> & Call<Projects["description"]>;
  mutation: Call<Projects["edit"]> & Call<Projects["typeDescription"]>;
};
type Fields = FunctionArgs<Projects["edit"]>;

/** Returns the description as the person's page loads it; null if they have none. */
export async function textSeenBy(person: Caller, after: number | null = null) {
  const bench = await person.query(api.projects.workbench, {});
  if (bench === null) return null;
  const { textReadKey: readKey } = bench;
  return person.query(api.projects.description, { after, readKey });
}

/** Returns the description that the person sees. */
export async function descriptionSeenBy(person: Caller): Promise<string> {
  return (await documentOf(person)).getText("description").toJSON();
}

/** Returns an update that changes the description that the person sees. */
export async function changed(person: Caller, change: (text: Y.Text) => void) {
  const seen = await textSeenBy(person);
  const doc = await documentOf(person);
  const made: Uint8Array[] = [];
  doc.on("update", (one: Uint8Array) => made.push(one));
  doc.transact(() => change(doc.getText("description")));
  const update = Y.mergeUpdates(made).slice().buffer as ArrayBuffer;
  return { edition: seen?.edition ?? 0, update };
}

/** Replaces the description, and changes the given fields. */
export async function write(
  person: Caller,
  { description, ...fields }: Fields & { description: string },
): Promise<void> {
  await person.mutation(api.projects.edit, fields);
  if (description === (await descriptionSeenBy(person))) return;
  const update = await changed(person, (text) => {
    text.delete(0, text.length);
    text.insert(0, description);
  });
  await person.mutation(api.projects.typeDescription, update);
}

async function documentOf(person: Caller): Promise<Y.Doc> {
  const seen = await textSeenBy(person);
  const doc = new Y.Doc();
  for (const update of [seen?.state ?? null, ...(seen?.updates ?? [])])
    if (update !== null) Y.applyUpdate(doc, new Uint8Array(update));
  return doc;
}
