/**
 * The cards of people who look for a team, and the openings of teams that look for
 * people. The only writer of `listings` and `listingSkills`. Name, college and free slots
 * are copied from the person or the team, so that a list reads only listings.
 */
import type { IndexRange } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { facetKey, type Facet, type Kind, type Subject } from "./shared";
import * as Roster from "../teams/shared/teams";
import { MAX_COLLEGE_LENGTH } from "../people/shared/people";
import {
  MAX_SKILL_LENGTH,
  MAX_SKILLS,
  skillKey,
} from "../people/shared/skills";
import { readFirst, requireSearchable } from "../platform/boundedRead";

type Row = Doc<"listings">;
/** Whose listing it is. */
type Owner = Doc<"users"> | Doc<"teams">;
type Filter = { kind: Kind; skill?: string; facet?: Facet };

/** Returns the listing of a person or a team, or null. */
export async function findOf(ctx: QueryCtx, subject: Subject) {
  const row = await findRow(ctx, subject);
  return row === null ? null : viewOf(row);
}

/**
 * Publishes the listing of a person or a team, or changes it.
 * @throws `already_in_team` for a person; `team_full`, `team_closed` for a team
 */
export async function show(
  ctx: MutationCtx,
  owner: Owner,
  wanted: Pick<Row, "text" | "skills">,
): Promise<void> {
  requireLooking(owner);
  const fields = { subject: owner._id, ...copiesOf(owner), ...wanted };
  const row = await findRow(ctx, owner._id);
  if (row !== null) {
    await ctx.db.patch("listings", row._id, fields);
    await removeSkills(ctx, row);
  }
  const listingId = row?._id ?? (await ctx.db.insert("listings", fields));
  const { kind, facet } = fields;
  for (const skill of wanted.skills)
    await ctx.db.insert("listingSkills", {
      listingId,
      kind,
      skillKey: skillKey(skill),
      facet,
    });
}

/** Removes the listing of a person or a team, if there is one. */
export async function withdraw(ctx: MutationCtx, subject: Subject) {
  const row = await findRow(ctx, subject);
  if (row === null) return;
  await removeSkills(ctx, row);
  await ctx.db.delete("listings", row._id);
}

/** Updates the copies in a listing after a change of its person or team. */
export async function follow(ctx: MutationCtx, owner: Owner): Promise<void> {
  const row = await findRow(ctx, owner._id);
  if (row === null) return;
  const copies = copiesOf(owner);
  const { name, college, freeSlots, facet } = copies;
  if (
    row.name === name &&
    row.college === college &&
    row.freeSlots === freeSlots
  )
    return;
  await ctx.db.patch("listings", row._id, copies);
  if (row.facet === facet) return;
  for (const { _id } of await listSkills(ctx, row))
    await ctx.db.patch("listingSkills", _id, { facet });
}

/**
 * Returns the listings of one kind, at most `limit`, filtered by skill and facet where
 * given, and whether there are more. The newest come first; with a least number of free
 * slots, those with the most.
 */
export async function list(ctx: QueryCtx, filter: Filter, limit: number) {
  requireSearchable(filter.skill ?? "", MAX_SKILL_LENGTH);
  requireSearchable(String(filter.facet ?? ""), MAX_COLLEGE_LENGTH);
  const { rows, hasMore } = await readFirst(limit, (count) =>
    query(ctx, filter, count),
  );
  return { listings: rows.map(viewOf), hasMore };
}

async function query(
  ctx: QueryCtx,
  { kind, skill, facet }: Filter,
  count: number,
): Promise<Row[]> {
  if (skill === undefined) {
    const listings = ctx.db.query("listings");
    const matching =
      facet === undefined
        ? listings.withIndex("by_kind", (q) => q.eq("kind", kind))
        : listings.withIndex("by_kind_and_facet", (q) =>
            withFacet(q.eq("kind", kind), facet),
          );
    return matching.order("desc").take(count);
  }
  const skills = ctx.db.query("listingSkills");
  const key = skillKey(skill);
  const matching =
    facet === undefined
      ? skills.withIndex("by_kind_and_skill_key", (q) =>
          q.eq("kind", kind).eq("skillKey", key),
        )
      : skills.withIndex("by_kind_and_skill_key_and_facet", (q) =>
          withFacet(q.eq("kind", kind).eq("skillKey", key), facet),
        );
  const found = await matching.order("desc").take(count);
  const rows = await Promise.all(
    found.map(({ listingId }) => ctx.db.get("listings", listingId)),
  );
  return rows.filter((row) => row !== null);
}

/** Ends a range of an index with the facet: this college, or at least so many free slots. */
function withFacet(
  range: {
    eq(field: "facet", value: Facet): IndexRange;
    gte(field: "facet", value: Facet): IndexRange;
  },
  facet: Facet,
): IndexRange {
  return typeof facet === "string"
    ? range.eq("facet", facetKey(facet))
    : range.gte("facet", facet);
}

async function findRow(ctx: QueryCtx, subject: Subject): Promise<Row | null> {
  return ctx.db
    .query("listings")
    .withIndex("by_subject", (q) => q.eq("subject", subject))
    .first();
}

async function removeSkills(ctx: MutationCtx, row: Row): Promise<void> {
  for (const { _id } of await listSkills(ctx, row))
    await ctx.db.delete("listingSkills", _id);
}

async function listSkills(ctx: QueryCtx, { _id: listingId }: Row) {
  return ctx.db
    .query("listingSkills")
    .withIndex("by_listing", (q) => q.eq("listingId", listingId))
    .take(2 * MAX_SKILLS);
}

function requireLooking(owner: Owner): void {
  if (!isTeam(owner)) {
    if (owner.teamId !== null) refuse("already_in_team");
    return;
  }
  if (Roster.isFull(owner.members)) refuse("team_full");
  if (owner.isOpen === false) refuse("team_closed");
}

function copiesOf(owner: Owner) {
  if (isTeam(owner)) {
    const freeSlots = Roster.freeSlots(owner.members);
    const { name } = owner;
    return {
      kind: "team" as const,
      name,
      college: "",
      freeSlots,
      facet: freeSlots,
    };
  }
  const { displayName: name, college = "" } = owner;
  return {
    kind: "person" as const,
    name,
    college,
    freeSlots: 0,
    facet: facetKey(college),
  };
}

function isTeam(owner: Owner): owner is Doc<"teams"> {
  return "members" in owner;
}

function viewOf({ _creationTime: shownAt, facet: _facet, ...fields }: Row) {
  return { ...fields, shownAt };
}
