/**
 * Exports and deletes what is stored about a person in the tables of projects. Writes
 * through the modules that own them.
 */
import { pick } from "convex-helpers";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ProjectData } from "./shared/projects";
import * as HandIns from "./handIns";
import * as History from "./history";
import * as Presence from "./presence";
import * as Projects from "./projects";
import * as Rivals from "./rivals";
import * as Texts from "./description/texts";

type User = Doc<"users">;

/** Returns the person's changes and texts. The project itself belongs to the team. */
export async function collect(ctx: QueryCtx, user: User): Promise<ProjectData> {
  const entries = await History.listOf(ctx, user._id);
  const rivals = await Rivals.listOf(ctx, user._id);
  const project = await Projects.findOfUser(ctx, user);
  return {
    name: project?.name ?? null,
    changes: entries.map((row) =>
      pick(row, ["field", "kind", "since", "until"]),
    ),
    textsToChoose: rivals.map((row) => pick(row, ["field", "text", "at"])),
  };
}

/**
 * Removes the person from the projects that they worked on, also with former teams.
 * Their texts stay: they belong to the team. To be called while the person is still in
 * the team.
 */
export async function forget(
  ctx: MutationCtx,
  user: User,
  formerTeams: readonly Id<"teams">[],
): Promise<void> {
  for (const row of await Rivals.listOf(ctx, user._id))
    await Rivals.remove(ctx, row);
  const worked = await History.listOf(ctx, user._id);
  const projects = await listWorkedOn(ctx, user, formerTeams, worked);
  await History.forgetPerson(ctx, user._id);
  await Presence.forgetPerson(ctx, user._id);
  for (const project of projects) {
    await HandIns.forgetPerson(ctx, project._id, user._id);
    await Projects.forgetPerson(ctx, project, user._id);
    await Texts.forgetPeople(ctx, project);
  }
}

/** The projects of the person's team, of former teams, and of their history. */
async function listWorkedOn(
  ctx: QueryCtx,
  user: User,
  formerTeams: readonly Id<"teams">[],
  worked: readonly Doc<"projectHistory">[],
): Promise<Doc<"projects">[]> {
  const own = await Projects.findOfUser(ctx, user);
  const found = [own];
  for (const teamId of formerTeams)
    found.push(await Projects.findOfTeam(ctx, teamId));
  for (const projectId of new Set(worked.map((entry) => entry.projectId)))
    found.push(await ctx.db.get("projects", projectId));
  const byId = new Map<Id<"projects">, Doc<"projects">>();
  for (const project of found) if (project) byId.set(project._id, project);
  return [...byId.values()];
}
