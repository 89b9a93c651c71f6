/** Rows of projects, for tests of functions that use them. */
import * as Y from "yjs";
import type { Doc, Id } from "#convex/_generated/dataModel";
import type { MutationCtx } from "#convex/_generated/server";
import * as Texts from "#convex/projects/description/texts";
import * as Pictures from "#convex/projects/pictures/pictures";
import * as Projects from "#convex/projects/projects";
import type { Awarded } from "#convex/judging/shared/judging";
import type { ProjectContent } from "#convex/projects/shared/projects";
import type { SettingsChange } from "#convex/settings/shared";
import { handInRow, projectRow } from "../handed-in";
import { asUser, backend, type Person } from "./setup";

/** Opens submissions as an organiser does; `change` is changed besides. */
export async function openSubmissions(
  change: SettingsChange = {},
): Promise<Person> {
  const organiser = await asUser("Omar", { role: "organiser" });
  await organiser.settings.change({
    submissionsOpenAt: Date.now() - 60 * 60 * 1000,
    ...change,
  });
  return organiser;
}

const CONTENT = {
  name: "Chess for the blind",
  summary: "A board that speaks.",
  description: "It **speaks**.",
  repositoryUrl: "https://example.in/code",
  builtWith: ["React"],
};

/** Inserts the project of a person's team. `fields` overrides fields of its row. */
export async function startProject(
  { uid }: Person,
  fields: Partial<Doc<"projects">> = {},
): Promise<Id<"projects">> {
  return backend.run(async (ctx) => {
    const user = await ctx.db.get("users", uid);
    if (!user?.teamId) throw new Error("in no team");
    const { teamId } = user;
    const projectId = await ctx.db.insert("projects", {
      ...projectRow(teamId, CONTENT),
      updatedAt: Date.now(),
      updatedBy: uid,
      ...fields,
    });
    await Texts.begin(ctx, { _id: projectId, teamId });
    return projectId;
  });
}

/** Hands a project in as it is now. */
export async function handIn(
  projectId: Id<"projects">,
): Promise<Id<"handIns">> {
  return backend.run(async (ctx) => {
    const project = await ctx.db.get("projects", projectId);
    const team = project && (await ctx.db.get("teams", project.teamId));
    if (!project || !team) throw new Error("no project, or no team");
    const { teamId } = project;
    if (project.handInId)
      await ctx.db.patch("handIns", project.handInId, { isCurrent: false });
    const handInId = await ctx.db.insert("handIns", {
      ...handInRow({ projectId, teamId }, Projects.fieldsOf(project)),
      teamName: team.name,
      memberNames: team.members.map((member) => member.name),
      memberIds: team.members.map((member) => member.uid),
      pictures: await Pictures.snapshot(ctx, projectId),
      at: Date.now(),
      by: team.members[0]?.name ?? "",
      byId: team.members[0]?.uid ?? null,
    });
    const { description } = CONTENT;
    await ctx.db.insert("handInTexts", { handInId, description });
    await ctx.db.patch("projects", projectId, { handInId });
    return handInId;
  });
}

/** Inserts a project that a team has handed in. `fields` overrides fields of its hand-in. */
export async function insertHandedIn(
  ctx: MutationCtx,
  teamId: Id<"teams">,
  content: Partial<ProjectContent>,
  fields: Partial<Doc<"handIns">> = {},
) {
  const project = projectRow(teamId, content);
  const projectId = await ctx.db.insert("projects", project);
  const handInId = await ctx.db.insert("handIns", {
    ...handInRow({ projectId, teamId }, content),
    ...fields,
  });
  await ctx.db.patch("projects", projectId, { handInId });
  return { projectId, teamId, handInId };
}

/**
 * Gives the only project's description so long a history of edits that the document
 * is larger than it may be.
 */
export async function giveLongPast(): Promise<void> {
  await backend.run(async (ctx) => {
    const [row] = await ctx.db.query("projectTexts").collect();
    const [head] = await ctx.db.query("textHeads").collect();
    if (row === undefined || head === undefined) throw new Error("no text");
    const { state, vector } = withLongPast(row.state);
    await ctx.db.patch("projectTexts", row._id, { state });
    // The next change is merged.
    await ctx.db.patch("textHeads", head._id, { vector, isTouched: false });
  });
}

/** Each takes about seven bytes. */
const LETTERS = 20_000;

function withLongPast(state: ArrayBuffer) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, new Uint8Array(state));
  const text = doc.getText("description");
  doc.transact(() => {
    // Each stands before the last one, so Yjs cannot merge them.
    for (let nth = 0; nth < LETTERS; nth++) text.insert(0, "x");
    text.delete(0, LETTERS);
  });
  const bytes = (update: Uint8Array) => update.slice().buffer as ArrayBuffer;
  return {
    state: bytes(Y.encodeStateAsUpdate(doc)),
    vector: bytes(Y.encodeStateVector(doc)),
  };
}

/** Publishes these awards, as organisers do. */
export async function publishAwards(
  ctx: MutationCtx,
  won: readonly Pick<Awarded, "projectId" | "award" | "isTied">[],
): Promise<void> {
  const awards = won.map((award) => ({
    ...award,
    projectName: "",
    teamId: null,
    teamName: null,
  }));
  await ctx.db.insert("judging", { published: { at: 0, awards } });
}
