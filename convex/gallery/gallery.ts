/**
 * What the gallery shows: projects as they were handed in, never drafts. Everyone sees it
 * once organisers have published it; before, they and judges do. Only this module writes
 * `takenDownAt` of projects.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { AWARDS } from "../judging/shared/awards";
import type { GalleryEntry } from "./shared";
import { folded } from "../platform/shared/lists";
import * as AuditLog from "../platform/auditLog";
import { readBounded, requireListSize } from "../platform/boundedRead";
import * as HandIns from "../projects/handIns";
import * as Judging from "../judging/judging";
import * as Pictures from "../projects/pictures/pictures";
import * as Settings from "../settings/settings";
import { previewAddress } from "../platform/siteAddress";
import * as Viewer from "../platform/viewer";

type Project = Doc<"projects">;
type HandIn = HandIns.HandIn;
type Shown = { project: Project; handIn: HandIn };

/**
 * Resolves if the caller may see the gallery now. Once it is published, the caller's
 * identity is not read, so that all visitors share one result.
 * @throws `not_published`
 */
export async function requireOpen(ctx: QueryCtx): Promise<void> {
  if (await isPublished(ctx)) return;
  const role = (await Viewer.find(ctx))?.role;
  if (role !== "organiser" && role !== "judge")
    refuse("not_published", { what: "projects" });
}

/**
 * Returns projects, at most `limit`, and whether there are more. Winners come first, the
 * others are ordered by name.
 * @throws `out_of_range`
 */
export async function list(ctx: QueryCtx, limit: number) {
  requireListSize(limit);
  const wins = await winsByProject(ctx);
  const winners = await Promise.all(
    [...wins.keys()].map((projectId) => findShown(ctx, projectId)),
  );
  const found = winners
    .filter((shown) => shown !== null)
    .sort(
      (one, other) =>
        rankOf(wins, one) - rankOf(wins, other) ||
        (folded(one.handIn.name) < folded(other.handIn.name) ? -1 : 1),
    );
  for await (const handIn of HandIns.queryByName(ctx)) {
    if (found.length > limit) break;
    if (wins.has(handIn.projectId)) continue;
    const shown = await shownOf(ctx, handIn);
    if (shown !== null) found.push(shown);
  }
  const projects = await Promise.all(
    found.slice(0, limit).map((shown) => entryOf(ctx, shown, wins)),
  );
  return { projects, hasMore: found.length > limit };
}

/** Returns a project of the gallery; null if it is not in it. */
export async function find(ctx: QueryCtx, projectId: Project["_id"]) {
  const shown = await findShown(ctx, projectId);
  if (shown === null) return null;
  const { handIn, project } = shown;
  const pictures = await Promise.all(
    handIn.pictures.map((picture) => Pictures.viewOf(ctx, picture)),
  );
  return {
    projectId,
    ...(await HandIns.contentOf(ctx, handIn)),
    teamName: teamNameOf(shown),
    memberNames: project.hidesNames ? [] : handIn.memberNames,
    pictures: pictures.filter((picture) => picture !== null),
    awards: (await winsByProject(ctx)).get(projectId) ?? [],
    handedInAt: project.hidesNames ? null : handIn.at,
    shareUrl: (await isPublished(ctx)) ? previewAddress(projectId) : null,
  };
}

/**
 * Returns what the link preview of a project says; null if not everyone may see it.
 * @param id as it stands in an address
 */
export async function findPreview(ctx: QueryCtx, id: string) {
  const projectId = ctx.db.normalizeId("projects", id);
  if (projectId === null || !(await isPublished(ctx))) return null;
  const shown = await findShown(ctx, projectId);
  if (shown === null) return null;
  const { name, summary, pictures } = shown.handIn;
  const [first] = pictures;
  return {
    projectId,
    name,
    summary,
    teamName: teamNameOf(shown),
    picture: first === undefined ? null : await Pictures.viewOf(ctx, first),
  };
}

/** Returns the picture with which the gallery begins; null if not everyone may see it. */
export async function findFirstPicture(ctx: QueryCtx) {
  if (!(await isPublished(ctx))) return null;
  const { projects } = await list(ctx, 1);
  return projects[0]?.picture ?? null;
}

/** Returns the projects that were taken down, the last one first. */
export async function listTakenDown(ctx: QueryCtx) {
  const { rows } = await readBounded(
    ctx.db.query("projects").withIndex("by_creation_time"),
  );
  return rows
    .flatMap(({ _id, name, takenDownAt }) =>
      takenDownAt === undefined ? [] : [{ projectId: _id, name, takenDownAt }],
    )
    .sort((one, other) => other.takenDownAt - one.takenDownAt);
}

/** Takes a project out of the gallery, or puts it back. @throws `not_found` */
export async function setTakenDown(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { projectId, isDown }: { projectId: Project["_id"]; isDown: boolean },
): Promise<void> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null) return refuse("not_found", { label: "This project" });
  if ((project.takenDownAt !== undefined) === isDown) return;
  await ctx.db.patch("projects", projectId, {
    takenDownAt: isDown ? Date.now() : undefined,
  });
  await AuditLog.record(ctx, organiser, {
    action: isDown ? "project taken down" : "project put back",
    target: project.name,
    before: { takenDown: !isDown },
    after: { takenDown: isDown },
  });
}

async function isPublished(ctx: QueryCtx): Promise<boolean> {
  return (await Settings.getCurrent(ctx)).galleryPublished === true;
}

async function findShown(ctx: QueryCtx, projectId: Project["_id"]) {
  const project = await ctx.db.get("projects", projectId);
  if (!project?.handInId) return null;
  const handIn = await ctx.db.get("handIns", project.handInId);
  return handIn && shownOf(ctx, handIn, project);
}

/**
 * Null if the hand-in is not the current one of its project, or the project is taken
 * down.
 */
async function shownOf(ctx: QueryCtx, handIn: Doc<"handIns">, known?: Project) {
  const project = known ?? (await ctx.db.get("projects", handIn.projectId));
  return project?.handInId === handIn._id &&
    handIn.isCurrent &&
    project.takenDownAt === undefined
    ? { project, handIn }
    : null;
}

async function entryOf(ctx: QueryCtx, shown: Shown, wins: Wins) {
  const { name, summary, tracks, builtWith, pictures } = shown.handIn;
  const [first] = pictures;
  return {
    projectId: shown.project._id,
    name,
    summary,
    tracks,
    builtWith,
    teamName: teamNameOf(shown),
    picture: first === undefined ? null : await Pictures.viewOf(ctx, first),
    awards: wins.get(shown.project._id) ?? [],
  };
}

type Wins = Map<Id<"projects">, GalleryEntry["awards"]>;

async function winsByProject(ctx: QueryCtx): Promise<Wins> {
  const { published, corrections = [] } = await Judging.getState(ctx);
  const corrected = new Set(corrections.map(({ award }) => award));
  const wins: Wins = new Map();
  for (const { projectId, award, isTied } of (published?.awards ?? []).toSorted(
    (one, other) => placeOf(one.award) - placeOf(other.award),
  ))
    wins.set(projectId, [
      ...(wins.get(projectId) ?? []),
      {
        award,
        isTied,
        ...(corrected.has(award) && { isCorrected: true as const }),
      },
    ]);
  return wins;
}

function rankOf(wins: Wins, { project }: Shown): number {
  const [best] = wins.get(project._id) ?? [];
  return best === undefined ? AWARDS.length + 1 : placeOf(best.award);
}

function placeOf(award: string): number {
  const place = AWARDS.findIndex((known) => known === award);
  return place < 0 ? AWARDS.length : place;
}

function teamNameOf({ project, handIn }: Shown): string | null {
  return project.hidesNames ? null : handIn.teamName;
}
