/**
 * Mail about important announcements: once each, when it comes out. Writes `mailedAt` of
 * `announcements`.
 */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internal } from "../_generated/api";
import * as Mailing from "../platform/mailing";
import { withinReach } from "../platform/scheduling";
import * as Users from "../people/users";

type AnnouncementId = Id<"announcements">;

/** How many people a transaction queues mails for. */
const PAGE = 500;

/**
 * Schedules the mails of an important announcement that was added or edited, unless they
 * were sent. A job that is scheduled too often, or for a time that was changed later, does
 * nothing.
 */
export async function schedule(ctx: MutationCtx, id: AnnouncementId) {
  const row = await ctx.db.get("announcements", id);
  if (!row?.important || row.mailedAt !== undefined) return;
  await ctx.scheduler.runAt(
    withinReach(row.publishAt),
    internal.content.jobs.announce,
    { id, cursor: null },
  );
}

/** Queues the mails to a page of people, the first if `cursor` is null, and schedules the rest. */
export async function announce(
  ctx: MutationCtx,
  { id, cursor }: { id: AnnouncementId; cursor: string | null },
): Promise<void> {
  const row = await ctx.db.get("announcements", id);
  const now = Date.now();
  if (!row?.important || row.removedAt !== undefined || !Mailing.works())
    return;
  if (row.publishAt > now) return schedule(ctx, id);
  if (cursor === null) {
    if (row.mailedAt !== undefined) return;
    await ctx.db.patch("announcements", id, { mailedAt: now });
  }
  const { page, isDone, continueCursor } = await ctx.db
    .query("users")
    .withIndex("by_creation_time")
    .paginate({ cursor, numItems: PAGE });
  const { title, body, author } = row;
  await Mailing.queue(ctx, {
    kind: "announcements",
    to: page.map(({ _id }) => _id),
    letter: {
      subject: title,
      paragraphs: [title, ...body.split(/\n{2,}/)],
      button: { words: "Open the dashboard", link: "/dashboard" },
      notes: [author],
    },
  });
  if (!isDone)
    await ctx.scheduler.runAfter(0, internal.content.jobs.announce, {
      id,
      cursor: continueCursor,
    });
}

/** Returns how many people would get the mail, up to the limit of one read; none if no mail works. */
export async function countReached(ctx: QueryCtx): Promise<number> {
  if (!Mailing.works()) return 0;
  const { rows } = await Users.readAll(ctx);
  return rows.filter((user) => Mailing.wants(user, "announcements")).length;
}
