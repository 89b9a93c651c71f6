/**
 * Edits of a project's fields by members, and the choice between rival texts. Typing in
 * the description is in description/typing.ts. `projectMutation` has checked that the
 * person may edit the project now.
 */
import { pick } from "convex-helpers";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { checked } from "../platform/shared/input";
import { refuse } from "../platform/shared/errors";
import {
  mergeList,
  mergeText,
  contentSchema,
  FIELD_LABELS,
  RIVAL_FIELDS,
  ROW_FIELDS,
  type Bases,
  type ProjectChange,
  type ProjectContent,
  type RivalField,
} from "./shared/projects";
import * as Pictures from "./pictures/pictures";
import * as Texts from "./description/texts";
import * as TextReading from "./description/reading";
import * as RateLimits from "../platform/rateLimits";
import * as History from "./history";
import * as Projects from "./projects";
import * as Rivals from "./rivals";

/** The project, and the member who edits it. */
type Editing = MutationCtx & { user: Doc<"users">; project: Doc<"projects"> };

/**
 * Changes the given fields. If somebody else changed a text since `bases`, theirs is
 * not overwritten: the new text is kept beside it as a rival, for a choice. Lists are
 * merged.
 * @returns the fields whose text was kept as a rival
 */
export async function edit(
  ctx: Editing,
  { hidesNames, ...wanted }: ProjectChange,
  bases: Bases,
): Promise<RivalField[]> {
  const { user, project } = ctx;
  await RateLimits.requireAndTake(ctx, "editProject", user._id);
  const rivals: RivalField[] = [];
  const texts: Partial<ProjectContent> = {};
  for (const field of RIVAL_FIELDS) {
    const text = wanted[field];
    if (text === undefined) continue;
    const current = project[field];
    const outcome = mergeText({ current, base: bases[field], wanted: text });
    if (outcome === "rival") {
      rivals.push(field);
      await Rivals.keep(ctx, project._id, user, { field, text });
    } else {
      texts[field] = text;
      await Rivals.withdraw(ctx, project._id, user._id, field);
    }
  }
  const lists = checked(contentSchema, {
    tracks: merged(project.tracks, bases.tracks, wanted.tracks),
    builtWith: merged(project.builtWith, bases.builtWith, wanted.builtWith),
  });
  const next = { ...texts, ...lists };
  const changed = ROW_FIELDS.filter((field) => {
    const { [field]: value = project[field] } = next;
    return History.asText(value) !== History.asText(project[field]);
  });
  for (const field of changed)
    await History.record(ctx, project._id, user, {
      field,
      kind: "edited",
      before: History.asText(project[field]),
    });
  const isHiding = hidesNames ?? project.hidesNames;
  if (changed.length > 0 || isHiding !== project.hidesNames)
    await change(ctx, { ...pick(next, changed), hidesNames: isHiding });
  return rivals;
}

/**
 * Restores a field to the value in a history entry, or puts its picture back. The current
 * value becomes an entry too.
 * @throws `not_found`, `picture_refused`, `rate_limited`
 */
export async function restore(ctx: Editing, entryId: Id<"projectHistory">) {
  const { user, project } = ctx;
  const entry = await History.find(ctx, project._id, entryId);
  if (entry === null) return refuse("not_found", { label: "This version" });
  const { field, before: text, pictureId } = entry;
  if (field === "pictures") {
    if (pictureId && (await Pictures.putBack(ctx, user, project, pictureId)))
      await change(ctx, {});
    return;
  }
  await RateLimits.requireAndTake(ctx, "editProject", user._id);
  const current =
    field === "description"
      ? await TextReading.read(ctx, project._id)
      : History.asText(project[field]);
  if (current === text) return;
  const isList = field === "tracks" || field === "builtWith";
  const value = isList ? History.asList(text) : text;
  const { description, ...patch } = checked(contentSchema, { [field]: value });
  if (description !== undefined) await Texts.replace(ctx, project, description);
  await History.record(ctx, project._id, user, {
    field,
    kind: "restored",
    before: current,
  });
  await change(ctx, patch);
}

/**
 * Chooses between the project's text of a field and a rival one. The other goes into
 * the history.
 * @param choice `seen`: the two texts between which the member has chosen
 * @throws `not_found`, `changed_since`, `rate_limited`
 */
export async function choose(
  ctx: Editing,
  {
    rivalId,
    isTaken,
    seen,
  }: {
    rivalId: Id<"projectRivals">;
    isTaken: boolean;
    seen?: { text: string; rival: string };
  },
): Promise<void> {
  const { user, project } = ctx;
  const rival = await Rivals.find(ctx, project._id, rivalId);
  if (rival === null) return refuse("not_found", { label: "This text" });
  const { field, text, userName } = rival;
  if (seen && seen.text !== project[field])
    refuse("changed_since", { what: `${FIELD_LABELS[field]} has changed.` });
  if (seen && seen.rival !== text)
    refuse("changed_since", { what: `${userName} has written another text.` });
  await RateLimits.requireAndTake(ctx, "editProject", user._id);
  await Rivals.remove(ctx, rival);
  await History.record(ctx, project._id, user, {
    field,
    kind: isTaken ? "restored" : "set aside",
    before: isTaken ? project[field] : text,
  });
  if (isTaken) await change(ctx, { [field]: text });
}

/** Writes fields of the project, and who changed it. */
async function change(
  { db, user, project }: Editing,
  fields: Omit<ProjectChange, "description">,
): Promise<void> {
  await db.patch("projects", project._id, { ...fields, ...Projects.by(user) });
}

function merged<Entry>(
  current: readonly Entry[],
  base: readonly Entry[] | undefined,
  wanted: readonly Entry[] | undefined,
): Entry[] | undefined {
  return wanted && mergeList({ current, base, wanted });
}
