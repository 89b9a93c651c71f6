/**
 * Edits of a project's fields by members, and the choice between rival texts. Typing in
 * the description is in projectTyping.ts.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { checked } from "../../shared/check";
import { refuse } from "../../shared/errors";
import { mergeList, mergeText } from "../../shared/projectMerging";
import {
  editProjectSchema,
  type ProjectChange,
} from "../../shared/projectSchemas";
import {
  RIVAL_FIELDS,
  type Bases,
  type ProjectField,
  type RivalField,
} from "../../shared/projectValidators";
import * as History from "./history";
import * as Projects from "./projects";
import * as Rivals from "./rivals";
import * as Texts from "../description/texts";
import * as RateLimits from "../platform/rateLimits";
import * as TextReading from "../description/reading";

type Project = Doc<"projects">;
type User = Doc<"users">;

/**
 * Changes the given fields. If somebody else changed a text since `bases`, theirs is
 * not overwritten: the new text is kept beside it as a rival, for a choice. Lists are
 * merged.
 * @returns the fields whose text was kept as a rival
 * @throws as `Projects.begin`, `rate_limited`, `too_long`
 */
export async function edit(
  ctx: MutationCtx,
  user: User,
  wanted: ProjectChange,
  bases: Bases,
): Promise<RivalField[]> {
  const project = await Projects.begin(ctx, user);
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
    const before = await Texts.replace(ctx, project, description);
    if (before !== description) {
      isNew = true;
      await note(ctx, project, user, "description", before);
    }
  }
  if (isNew)
    await ctx.db.patch("projects", project._id, {
      ...patch,
      ...Projects.by(user),
    });
  return keptApart;
}

/**
 * Restores a field to the value in a history entry. Its current value becomes an entry
 * too.
 * @throws as `Projects.begin`, `not_found`, `rate_limited`
 */
export async function restore(
  ctx: MutationCtx,
  user: User,
  entryId: Id<"projectHistory">,
): Promise<void> {
  const project = await Projects.begin(ctx, user);
  const entry = await History.find(ctx, project._id, entryId);
  if (entry === null) return refuse("not_found", { label: "This version" });
  await RateLimits.requireAndTake(ctx, "editProject", user._id);
  const { field, before: text } = entry;
  const current =
    field === "description"
      ? await TextReading.read(ctx, project._id)
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
  await ctx.db.patch("projects", project._id, {
    ...patch,
    ...Projects.by(user),
  });
}

/**
 * Chooses between the project's text of a field and a rival one. The other goes into
 * the history.
 * @throws as `Projects.begin`, `not_found`, `rate_limited`
 */
export async function choose(
  ctx: MutationCtx,
  user: User,
  { rivalId, isTaken }: { rivalId: Id<"projectRivals">; isTaken: boolean },
): Promise<void> {
  const project = await Projects.begin(ctx, user);
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
      ...Projects.by(user),
    });
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
