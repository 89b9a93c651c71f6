/**
 * The cards of participants who look for a team. The only writer of `cards` and
 * `cardSkills`. Name and college are copied from the profile, so that a list reads only
 * cards.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import { collegeKey } from "../../shared/findingSchemas";
import type { Card } from "../../shared/findingValidators";
import { MAX_SKILLS, skillKey } from "../../shared/skills";
import { readFirst } from "../platform/boundedRead";

type User = Doc<"users">;

/** Returns the person's own card, or null. */
export async function findOwn(
  ctx: QueryCtx,
  userId: User["_id"],
): Promise<Card | null> {
  const card = await findRow(ctx, userId);
  return card === null ? null : viewOf(card);
}

/**
 * Publishes the person's card, or changes it. Fields that are not given come from the
 * profile.
 * @throws `already_in_team`
 */
export async function show(
  ctx: MutationCtx,
  user: User,
  wanted: { skills?: string[] | undefined; line?: string | undefined },
): Promise<void> {
  if (user.teamId !== null) refuse("already_in_team");
  const fields = {
    ...copiesOf(user),
    skills: wanted.skills ?? user.skills ?? [],
    line: wanted.line ?? user.about ?? "",
  };
  const card = await findRow(ctx, user._id);
  if (card === null) {
    const cardId = await ctx.db.insert("cards", {
      userId: user._id,
      ...fields,
    });
    await addSkills(ctx, cardId, fields);
  } else {
    await ctx.db.patch("cards", card._id, fields);
    await removeSkills(ctx, card._id);
    await addSkills(ctx, card._id, fields);
  }
}

/** Removes the person's card, if there is one. */
export async function hide(
  ctx: MutationCtx,
  userId: User["_id"],
): Promise<void> {
  const card = await findRow(ctx, userId);
  if (card === null) return;
  await removeSkills(ctx, card._id);
  await ctx.db.delete("cards", card._id);
}

/** Updates the copies of name and college after a change of the profile. */
export async function follow(
  ctx: MutationCtx,
  userId: User["_id"],
): Promise<void> {
  const card = await findRow(ctx, userId);
  const user = card && (await ctx.db.get("users", userId));
  if (card === null || user === null) return;
  const copies = copiesOf(user);
  if (card.name === copies.name && card.college === copies.college) return;
  await ctx.db.patch("cards", card._id, copies);
  for (const { _id } of await listSkills(ctx, card._id))
    await ctx.db.patch("cardSkills", _id, { collegeKey: copies.collegeKey });
}

/**
 * Returns the newest cards, at most `limit`, filtered by skill and college where given,
 * and whether there are more.
 */
export async function list(
  ctx: QueryCtx,
  filter: { skill?: string; college?: string },
  limit: number,
): Promise<{ cards: Card[]; hasMore: boolean }> {
  const { rows, hasMore } = await readFirst(limit, (count) =>
    query(ctx, filter, count),
  );
  return { cards: rows.map(viewOf), hasMore };
}

async function query(
  ctx: QueryCtx,
  { skill, college }: { skill?: string; college?: string },
  count: number,
): Promise<Doc<"cards">[]> {
  if (skill === undefined) {
    const cards =
      college === undefined
        ? ctx.db.query("cards").withIndex("by_creation_time")
        : ctx.db
            .query("cards")
            .withIndex("by_college_key", (q) =>
              q.eq("collegeKey", collegeKey(college)),
            );
    return cards.order("desc").take(count);
  }
  const entries =
    college === undefined
      ? ctx.db
          .query("cardSkills")
          .withIndex("by_skill_key", (q) => q.eq("skillKey", skillKey(skill)))
      : ctx.db
          .query("cardSkills")
          .withIndex("by_skill_key_and_college_key", (q) =>
            q
              .eq("skillKey", skillKey(skill))
              .eq("collegeKey", collegeKey(college)),
          );
  const found = await entries.order("desc").take(count);
  const cards = await Promise.all(
    found.map(({ cardId }) => ctx.db.get("cards", cardId)),
  );
  return cards.filter((card) => card !== null);
}

async function findRow(
  ctx: QueryCtx,
  userId: User["_id"],
): Promise<Doc<"cards"> | null> {
  return ctx.db
    .query("cards")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
}

async function addSkills(
  ctx: MutationCtx,
  cardId: Id<"cards">,
  { skills, collegeKey: key }: { skills: string[]; collegeKey: string },
): Promise<void> {
  for (const skill of skills)
    await ctx.db.insert("cardSkills", {
      cardId,
      skillKey: skillKey(skill),
      collegeKey: key,
    });
}

async function removeSkills(
  ctx: MutationCtx,
  cardId: Id<"cards">,
): Promise<void> {
  for (const { _id } of await listSkills(ctx, cardId))
    await ctx.db.delete("cardSkills", _id);
}

async function listSkills(ctx: QueryCtx, cardId: Id<"cards">) {
  return ctx.db
    .query("cardSkills")
    .withIndex("by_card", (q) => q.eq("cardId", cardId))
    .take(2 * MAX_SKILLS);
}

function copiesOf({ displayName, college = "" }: User) {
  return { name: displayName, college, collegeKey: collegeKey(college) };
}

function viewOf(card: Doc<"cards">): Card {
  const { _id, _creationTime, userId, name, college, skills, line } = card;
  return {
    _id,
    uid: userId,
    name,
    college,
    skills,
    line,
    shownAt: _creationTime,
  };
}
