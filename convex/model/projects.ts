/**
 * What teams make. The only writer of `projects`, except for the description, which
 * projectTexts.ts writes, and for what was handed in (handingIn.ts) and who is there
 * (projectPresence.ts). Members edit while submissions are open; the deployment's
 * clock decides that in the mutation that writes.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import { mergeList, mergeText } from "../shared/projectMerging";
import { checked } from "../shared/check";
import {
  editProjectSchema,
  type ProjectChange,
} from "../shared/projectSchemas";
import {
  RIVAL_FIELDS,
  type Bases,
  type HistoryEntry,
  type OwnProject,
  type ProjectContent,
  type ProjectField,
  type RivalField,
  type Workbench,
} from "../shared/projectValidators";
import * as Assignments from "./assignments";
import * as HandIns from "./handIns";
import * as Pictures from "./pictures";
import * as History from "./projectHistory";
import * as RateLimits from "./rateLimits";
import * as Rivals from "./projectRivals";
import * as Settings from "./settings";
import * as Texts from "./projectTexts";

type Project = Doc<"projects">;
type User = Doc<"users">;

/**
 * Every so many changes of a description one is counted, because counting costs as much
 * as the change.
 */
const COUNTED_CHANGES = 8;

/** How exactly `updatedAt` follows somebody who goes on typing in the description. */
const STEP_MS = 10 * 1000;

/** Returns the project of the person's team as its members see it; null without one. */
export async function findOwn(
  ctx: QueryCtx,
  user: User,
): Promise<OwnProject | null> {
  const project = await findOfUser(ctx, user);
  if (project === null) return null;
  const standing = await standingOf(ctx, project);
  return { ...standing, ...(await contentOf(ctx, project)) };
}

/** Returns the same without the description, with the texts that wait for a choice. */
export async function findWorkbench(
  ctx: QueryCtx,
  user: User,
): Promise<Workbench | null> {
  const project = await findOfUser(ctx, user);
  if (project === null) return null;
  const { description: _description, ...content } = fieldsOf(project);
  return {
    ...(await standingOf(ctx, project)),
    ...content,
    rivals: await Rivals.list(ctx, project._id),
  };
}

/** Returns the project of the person's team, or null. */
export async function findOfUser(
  ctx: QueryCtx,
  { teamId }: User,
): Promise<Project | null> {
  return teamId === null ? null : findOfTeam(ctx, teamId);
}

/** Returns the team's project, or null. */
export async function findOfTeam(
  ctx: QueryCtx,
  teamId: Id<"teams">,
): Promise<Project | null> {
  return ctx.db
    .query("projects")
    .withIndex("by_team", (q) => q.eq("teamId", teamId))
    .unique();
}

/**
 * Returns the project of the person's team, which begins if there is none yet.
 * @throws `not_in_team`, `submissions_not_open`, `submissions_closed`
 */
export async function begin(ctx: MutationCtx, user: User): Promise<Project> {
  if (user.teamId === null) return refuse("not_in_team");
  await Settings.requireSubmissionsOpen(ctx);
  const begun = await findOfTeam(ctx, user.teamId);
  if (begun !== null) return begun;
  const id = await ctx.db.insert("projects", {
    teamId: user.teamId,
    name: "",
    summary: "",
    description: "",
    tracks: [],
    repositoryUrl: "",
    demoUrl: "",
    videoUrl: "",
    builtWith: [],
    hidesNames: false,
    updatedAt: Date.now(),
    updatedBy: user.displayName,
  });
  return getProject(ctx, id);
}

/**
 * Changes what is given. A text that somebody else changed since `bases` does not
 * overwrite theirs: it waits beside it for a choice. Lists are merged.
 * @returns the fields whose text waits
 * @throws as `begin`, `rate_limited`, `too_long`
 */
export async function edit(
  ctx: MutationCtx,
  user: User,
  wanted: ProjectChange,
  bases: Bases,
): Promise<RivalField[]> {
  const project = await begin(ctx, user);
  await RateLimits.requireAndTake(ctx, "editProject", user._id);
  const { description, tracks, builtWith, hidesNames } = wanted;
  const keptApart: RivalField[] = [];
  const patch: Partial<Omit<Project, "_id" | "_creationTime">> = {};
  for (const field of RIVAL_FIELDS) {
    const text = wanted[field];
    if (text === undefined) continue;
    const current = project[field];
    const change = { current, base: bases[field], wanted: text };
    const outcome = mergeText(change);
    if (outcome === "kept apart") {
      keptApart.push(field);
      await Rivals.keep(ctx, project._id, user, { field, text });
      continue;
    }
    await Rivals.withdraw(ctx, project._id, user._id, field);
    if (outcome === "taken") {
      await note(ctx, project, user, field, current);
      patch[field] = text;
    }
  }
  if (tracks !== undefined) {
    const merged = mergeList({
      current: project.tracks,
      base: bases.tracks,
      wanted: tracks,
    });
    if (merged.join() !== project.tracks.join()) {
      await note(ctx, project, user, "tracks", project.tracks);
      patch.tracks = checked(editProjectSchema, { tracks: merged }).tracks;
    }
  }
  if (builtWith !== undefined) {
    const merged = mergeList({
      current: project.builtWith,
      base: bases.builtWith,
      wanted: builtWith,
    });
    if (merged.join("\n") !== project.builtWith.join("\n")) {
      await note(ctx, project, user, "builtWith", project.builtWith);
      patch.builtWith = checked(editProjectSchema, {
        builtWith: merged,
      }).builtWith;
    }
  }
  if (hidesNames !== undefined && hidesNames !== project.hidesNames)
    patch.hidesNames = hidesNames;
  let isNew = Object.keys(patch).length > 0;
  if (description !== undefined) {
    const { before, after } = await Texts.replace(ctx, project, description);
    if (before !== after) {
      isNew = true;
      await note(ctx, project, user, "description", before);
    }
  }
  if (isNew)
    await ctx.db.patch("projects", project._id, { ...patch, ...by(user) });
  return keptApart;
}

/**
 * Applies what somebody typed in the description.
 * @returns false if the page has an edition whose past was dropped, and must load anew
 * @throws as `begin`, `rate_limited`, `too_long`
 */
export async function type(
  ctx: MutationCtx,
  user: User,
  typed: { edition: number; update: ArrayBuffer },
): Promise<boolean> {
  const project = await begin(ctx, user);
  const outcome = await Texts.apply(ctx, project, typed);
  if (outcome === null) return false;
  const { before, after, seq } = outcome;
  if (seq % COUNTED_CHANGES === 0)
    await RateLimits.requireAndTake(ctx, "typeDescription", user._id);
  if (before === after) return true;
  await note(ctx, project, user, "description", before);
  await touchSeldom(ctx, project, user);
  return true;
}

/** Notes that a person changed something else of the project, such as its pictures. */
export async function touch(
  ctx: MutationCtx,
  project: Project,
  user: User,
): Promise<void> {
  await ctx.db.patch("projects", project._id, by(user));
}

/**
 * Gives a field back the value that an entry of the history has. What it is now becomes
 * an entry too.
 * @throws as `begin`, `not_found`, `rate_limited`
 */
export async function restore(
  ctx: MutationCtx,
  user: User,
  entryId: Id<"projectHistory">,
): Promise<void> {
  const project = await begin(ctx, user);
  const entry = await History.find(ctx, project._id, entryId);
  if (entry === null) return refuse("not_found", { label: "This version" });
  await RateLimits.requireAndTake(ctx, "editProject", user._id);
  const { field, before: text } = entry;
  const current =
    field === "description"
      ? await Texts.read(ctx, project._id)
      : History.asText(project[field]);
  if (current === text) return;
  if (field === "description") await Texts.replace(ctx, project, text);
  const isList = field === "tracks" || field === "builtWith";
  const value = isList ? History.asList(text) : text;
  const change = checked(editProjectSchema, { [field]: value });
  const { description: _description, ...patch } = change;
  await History.record(ctx, project._id, user, {
    field,
    kind: "restored",
    before: current,
  });
  await ctx.db.patch("projects", project._id, { ...patch, ...by(user) });
}

/**
 * Chooses between the project's text of a field and one that waits beside it. The other
 * one goes into the history.
 * @throws as `begin`, `not_found`, `rate_limited`
 */
export async function choose(
  ctx: MutationCtx,
  user: User,
  { rivalId, isTaken }: { rivalId: Id<"projectRivals">; isTaken: boolean },
): Promise<void> {
  const project = await begin(ctx, user);
  const rival = await Rivals.find(ctx, project._id, rivalId);
  if (rival === null) return refuse("not_found", { label: "This text" });
  await RateLimits.requireAndTake(ctx, "editProject", user._id);
  const { field, text } = rival;
  await Rivals.remove(ctx, rival);
  await History.record(ctx, project._id, user, {
    field,
    kind: isTaken ? "restored" : "set aside",
    before: isTaken ? project[field] : text,
  });
  if (isTaken)
    await ctx.db.patch("projects", project._id, {
      [field]: text,
      ...by(user),
    });
}

/** Returns what happened to the project of the person's team, the newest first. */
export async function listHistory(
  ctx: QueryCtx,
  user: User,
): Promise<HistoryEntry[]> {
  const project = await findOfUser(ctx, user);
  if (project === null) return [];
  const content = await contentOf(ctx, project);
  return History.list(ctx, project._id, content);
}

/** Takes the name of a person who deletes the account out of a project. */
export async function forgetPerson(
  ctx: MutationCtx,
  projectId: Project["_id"],
  { displayName }: User,
): Promise<void> {
  const project = await ctx.db.get("projects", projectId);
  if (project?.updatedBy === displayName)
    await ctx.db.patch("projects", projectId, {
      updatedBy: HandIns.FORMER_MEMBER,
    });
}

/** Deletes a project whose team is gone, with all that belongs to it. */
export async function remove(
  ctx: MutationCtx,
  project: Project,
): Promise<void> {
  await Texts.removeAll(ctx, project._id);
  await History.removeAll(ctx, project._id);
  await Rivals.removeAll(ctx, project._id);
  await HandIns.removeAll(ctx, project._id);
  await ctx.db.delete("projects", project._id);
  await Pictures.removeAll(ctx, project._id);
  await Assignments.follow(ctx);
}

/** Returns all that a project says. */
export async function contentOf(
  ctx: QueryCtx,
  project: Project,
): Promise<ProjectContent> {
  const description = await Texts.read(ctx, project._id);
  return { ...fieldsOf(project), description };
}

/** Returns whether it is handed in, by whom and when. */
export async function standingOf(ctx: QueryCtx, project: Project) {
  const { _id, hidesNames, updatedAt, updatedBy } = project;
  const last = await HandIns.findOf(ctx, project);
  return {
    _id,
    hidesNames,
    status: last === null ? ("draft" as const) : ("handed_in" as const),
    handedInAt: last?.at ?? null,
    receipt: last?.receipt ?? null,
    handedInBy: last?.by ?? null,
    hasChanges: last !== null && updatedAt > last.at,
    updatedAt,
    updatedBy,
  };
}

async function getProject(ctx: QueryCtx, id: Project["_id"]): Promise<Project> {
  const project = await ctx.db.get("projects", id);
  if (project === null) throw new Error(`no project ${id}`);
  return project;
}

async function note(
  ctx: MutationCtx,
  project: Project,
  user: User,
  field: ProjectField,
  before: string | readonly string[],
): Promise<void> {
  await History.record(ctx, project._id, user, {
    field,
    kind: "edited",
    before: History.asText(before),
  });
}

/** What was handed in before the change must show that there was one. */
async function touchSeldom(
  ctx: MutationCtx,
  project: Project,
  user: User,
): Promise<void> {
  const last = await HandIns.findOf(ctx, project);
  const isNoted =
    project.updatedBy === user.displayName &&
    project.updatedAt > (last?.at ?? 0) &&
    project.updatedAt > Date.now() - STEP_MS;
  if (!isNoted) await touch(ctx, project, user);
}

function by(user: User): Pick<Project, "updatedAt" | "updatedBy"> {
  return { updatedAt: Date.now(), updatedBy: user.displayName };
}

function fieldsOf(project: Project): ProjectContent {
  const { name, summary, description, tracks } = project;
  const { repositoryUrl, demoUrl, videoUrl, builtWith } = project;
  return {
    name,
    summary,
    description,
    tracks,
    repositoryUrl,
    demoUrl,
    videoUrl,
    builtWith,
  };
}
