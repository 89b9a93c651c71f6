/**
 * Mends what was stored before hidden characters were refused: names, team names and
 * subjects in which a format character reverses or hides the text around it.
 */
import type { TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { hasHidden, isBlank, tidyLine, withoutHidden } from "../shared/text";
import * as ContactMessages from "./contactMessages";
import * as Teams from "./teams";
import * as Users from "./users";

const BATCH = 100;

/** The tables with such text, in the order in which they are mended. */
const TABLES = [
  "users",
  "teams",
  "contactMessages",
] as const satisfies TableNames[];

/** Where to go on: a table, and where in it. */
export type Place = { table: number; cursor: string | null };

export const START: Place = { table: 0, cursor: null };

/**
 * Mends one batch. A repeated run finds nothing to mend.
 * @returns where the next batch begins; null if this was the last
 */
export async function mendBatch(
  ctx: MutationCtx,
  { table, cursor }: Place,
): Promise<Place | null> {
  const name = TABLES[table];
  if (name === undefined) return null;
  const { isDone, continueCursor } = await MENDERS[name](ctx, {
    cursor,
    numItems: BATCH,
  });
  if (!isDone) return { table, cursor: continueCursor };
  return table + 1 < TABLES.length ? { table: table + 1, cursor: null } : null;
}

type Page = { cursor: string | null; numItems: number };
type Progress = { isDone: boolean; continueCursor: string };

const MENDERS: Record<
  (typeof TABLES)[number],
  (ctx: MutationCtx, page: Page) => Promise<Progress>
> = {
  users: async (ctx, page) => {
    const { page: users, ...progress } = await ctx.db
      .query("users")
      .withIndex("by_creation_time")
      .paginate(page);
    for (const user of users) {
      if (!hasHidden(user.name + user.displayName)) continue;
      const [mailbox = ""] = user.email.split("@");
      await Users.rename(ctx, user, mended(user.displayName, mailbox));
    }
    return progress;
  },
  teams: async (ctx, page) => {
    const { page: teams, ...progress } = await ctx.db
      .query("teams")
      .withIndex("by_creation_time")
      .paginate(page);
    for (const team of teams) {
      if (!hasHidden(team.name)) continue;
      await Teams.edit(ctx, team, { name: mended(team.name, "Team") });
    }
    return progress;
  },
  contactMessages: async (ctx, page) => {
    const { page: messages, ...progress } = await ctx.db
      .query("contactMessages")
      .withIndex("by_creation_time")
      .paginate(page);
    for (const { _id, name, subject, email } of messages) {
      if (!hasHidden(name + subject)) continue;
      await ContactMessages.reword(ctx, _id, {
        name: mended(name, email),
        subject: mended(subject, "(no subject)"),
      });
    }
    return progress;
  },
};

/** Returns the text without hidden characters, or `other` if nothing is left. */
function mended(text: string, other: string): string {
  const seen = tidyLine(withoutHidden(text));
  return isBlank(seen) ? other : seen;
}
