/**
 * The openings of teams that look for members. The only writer of `openings` and
 * `openingSkills`. Name and free slots are copied from the team, so that a list reads
 * only openings.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import type { Opening } from "../../shared/findingValidators";
import * as Roster from "../../shared/roster";
import { MAX_SKILLS, skillKey } from "../../shared/skills";
import { readFirst } from "../platform/boundedRead";

type Team = Doc<"teams">;
type Filter = { skill?: string; freeSlots?: number };

/** Returns the team's opening, or null. */
export async function findOf(
  ctx: QueryCtx,
  teamId: Team["_id"],
): Promise<Opening | null> {
  const opening = await findRow(ctx, teamId);
  return opening === null ? null : viewOf(opening);
}

/**
 * Publishes the team's opening, or changes it.
 * @throws `team_full`, `team_closed`
 */
export async function show(
  ctx: MutationCtx,
  team: Team,
  wanted: { building: string; skills: string[] },
): Promise<void> {
  if (Roster.isFull(team.members)) refuse("team_full");
  if (team.isOpen === false) refuse("team_closed");
  const fields = { ...copiesOf(team), ...wanted };
  const opening = await findRow(ctx, team._id);
  if (opening === null) {
    const openingId = await ctx.db.insert("openings", {
      teamId: team._id,
      ...fields,
    });
    await addSkills(ctx, openingId, fields);
  } else {
    await ctx.db.patch("openings", opening._id, fields);
    await removeSkills(ctx, opening._id);
    await addSkills(ctx, opening._id, fields);
  }
}

/** Removes the team's opening, if there is one. */
export async function hide(
  ctx: MutationCtx,
  teamId: Team["_id"],
): Promise<void> {
  const opening = await findRow(ctx, teamId);
  if (opening === null) return;
  await removeSkills(ctx, opening._id);
  await ctx.db.delete("openings", opening._id);
}

/** Updates the copies of name and free slots after a change of the team. */
export async function follow(ctx: MutationCtx, team: Team): Promise<void> {
  const opening = await findRow(ctx, team._id);
  if (opening === null) return;
  const copies = copiesOf(team);
  const { teamName, freeSlots } = opening;
  if (teamName === copies.teamName && freeSlots === copies.freeSlots) return;
  await ctx.db.patch("openings", opening._id, copies);
  if (freeSlots === copies.freeSlots) return;
  for (const { _id } of await listSkills(ctx, opening._id))
    await ctx.db.patch("openingSkills", _id, { freeSlots: copies.freeSlots });
}

/**
 * Returns openings, at most `limit`, filtered by skill and by a minimum of free slots
 * where given, and whether there are more. The newest come first; with a minimum, those
 * with the most free slots.
 */
export async function list(
  ctx: QueryCtx,
  filter: Filter,
  limit: number,
): Promise<{ openings: Opening[]; hasMore: boolean }> {
  const { rows, hasMore } = await readFirst(limit, (count) =>
    query(ctx, filter, count),
  );
  return { openings: rows.map(viewOf), hasMore };
}

async function query(
  ctx: QueryCtx,
  { skill, freeSlots }: Filter,
  count: number,
): Promise<Doc<"openings">[]> {
  if (skill === undefined) {
    const openings =
      freeSlots === undefined
        ? ctx.db.query("openings").withIndex("by_creation_time")
        : ctx.db
            .query("openings")
            .withIndex("by_free_slots", (q) => q.gte("freeSlots", freeSlots));
    return openings.order("desc").take(count);
  }
  const entries =
    freeSlots === undefined
      ? ctx.db
          .query("openingSkills")
          .withIndex("by_skill_key", (q) => q.eq("skillKey", skillKey(skill)))
      : ctx.db
          .query("openingSkills")
          .withIndex("by_skill_key_and_free_slots", (q) =>
            q.eq("skillKey", skillKey(skill)).gte("freeSlots", freeSlots),
          );
  const found = await entries.order("desc").take(count);
  const openings = await Promise.all(
    found.map(({ openingId }) => ctx.db.get("openings", openingId)),
  );
  return openings.filter((opening) => opening !== null);
}

async function findRow(
  ctx: QueryCtx,
  teamId: Team["_id"],
): Promise<Doc<"openings"> | null> {
  return ctx.db
    .query("openings")
    .withIndex("by_team", (q) => q.eq("teamId", teamId))
    .unique();
}

async function addSkills(
  ctx: MutationCtx,
  openingId: Id<"openings">,
  { skills, freeSlots }: { skills: string[]; freeSlots: number },
): Promise<void> {
  for (const skill of skills)
    await ctx.db.insert("openingSkills", {
      openingId,
      skillKey: skillKey(skill),
      freeSlots,
    });
}

async function removeSkills(
  ctx: MutationCtx,
  openingId: Id<"openings">,
): Promise<void> {
  for (const { _id } of await listSkills(ctx, openingId))
    await ctx.db.delete("openingSkills", _id);
}

async function listSkills(ctx: QueryCtx, openingId: Id<"openings">) {
  return ctx.db
    .query("openingSkills")
    .withIndex("by_opening", (q) => q.eq("openingId", openingId))
    .take(2 * MAX_SKILLS);
}

function copiesOf({ name, members }: Team) {
  return { teamName: name, freeSlots: Roster.freeSlots(members) };
}

function viewOf(opening: Doc<"openings">): Opening {
  const { _id, _creationTime, teamId, teamName, building, skills, freeSlots } =
    opening;
  return {
    _id,
    teamId,
    teamName,
    building,
    skills,
    freeSlots,
    shownAt: _creationTime,
  };
}
