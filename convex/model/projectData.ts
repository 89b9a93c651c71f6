/**
 * Exports and deletes what is stored about a person in the tables of projects. Writes
 * through the modules that own them.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ProjectData } from "../shared/projectValidators";
import * as HandIns from "./handIns";
import * as History from "./projectHistory";
import * as Presence from "./projectPresence";
import * as Projects from "./projects";
import * as Rivals from "./projectRivals";
import * as Texts from "./projectTexts";

type User = Doc<"users">;

/** Returns the person's changes and texts. The project itself belongs to the team. */
export async function collect(ctx: QueryCtx, user: User): Promise<ProjectData> {
  const entries = await History.listOf(ctx, user._id);
  const rivals = await Rivals.listOf(ctx, user._id);
  const project = await Projects.findOfUser(ctx, user);
  return {
    name: project?.name ?? null,
    changes: entries.map(({ field, kind, since, until }) => ({
      field,
      kind,
      since,
      until,
    })),
    textsToChoose: rivals.map(({ field, text, at }) => ({ field, text, at })),
  };
}

/**
 * Removes the person's name from the projects that they worked on. Their texts stay:
 * they belong to the team. To be called while the person is still in the team.
 */
export async function forget(ctx: MutationCtx, user: User): Promise<void> {
  for (const row of await Rivals.listOf(ctx, user._id))
    await Rivals.remove(ctx, row);
  const worked = await History.listOf(ctx, user._id);
  const own = await Projects.findOfUser(ctx, user);
  const projectIds = new Set<Id<"projects">>([
    ...worked.map(({ projectId }) => projectId),
    ...(own === null ? [] : [own._id]),
  ]);
  await History.forgetPerson(ctx, user._id);
  for (const projectId of projectIds) {
    await HandIns.forgetPerson(ctx, projectId, user);
    await Projects.forgetPerson(ctx, projectId, user);
    await Presence.forgetPerson(ctx, projectId, user._id);
  }
  if (own !== null) await Texts.forgetPerson(ctx, own, user);
}
