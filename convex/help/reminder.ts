/**
 * The mail about teams that wait: to all mentors, or to the one who did not come. A mentor
 * gets one in ten minutes, however many teams ask, and it says no word that a team has
 * chosen. Writes nothing itself.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { counted, durationInWords } from "../platform/shared/text";
import { tablesInWords, waitOf } from "./shared/queue";
import * as Mailing from "../platform/mailing";
import * as RateLimits from "../platform/rateLimits";
import * as Users from "../people/users";
import * as Help from "./requests";

type Row = Doc<"helpRequests">;

/** Tells the mentors who waits, or the organisers of an event that has none. */
export async function remind(ctx: MutationCtx): Promise<void> {
  const mentors = await Users.listWithRole(ctx, "mentor");
  const people =
    mentors.length > 0 ? mentors : await Users.listWithRole(ctx, "organiser");
  await tell(
    ctx,
    people.map(({ _id }) => _id),
  );
}

/**
 * Queues the mail to those of these people whom a request concerns: one of which all are
 * reminded, or one that they had taken without coming. Who had a mail less than ten minutes
 * ago gets the next one after these, unless `isLast`: then another one has told them.
 */
export async function tell(
  ctx: MutationCtx,
  people: readonly Id<"users">[],
  { isLast = false } = {},
): Promise<void> {
  const waits = await Promise.all(
    people.map((id) => RateLimits.waitFor(ctx, "helpMail", id)),
  );
  const held = people.filter((_, nth) => waits[nth] !== null);
  const free = people.filter((_, nth) => waits[nth] === null);
  if (held.length > 0 && !isLast)
    await ctx.scheduler.runAfter(
      Math.max(...waits.map((seconds) => seconds ?? 0)) * 1000,
      internal.help.jobs.tellLater,
      { people: held },
    );
  if (free.length === 0) return;
  const waiting = await Help.listWaiting(ctx);
  const isLate = waiting.some(({ isReminded }) => isReminded);
  const others: Id<"users">[] = [];
  for (const id of free) {
    const missed = waiting.filter(({ takenBy }) => takenBy === id);
    if (!isLate && missed.length === 0) continue;
    await RateLimits.take(ctx, "helpMail", id);
    if (missed.length === 0) others.push(id);
    else await queue(ctx, [id], { waiting, missed });
  }
  if (others.length > 0) await queue(ctx, others, { waiting, missed: [] });
}

async function queue(
  ctx: MutationCtx,
  to: Id<"users">[],
  { waiting, missed }: { waiting: Row[]; missed: Row[] },
): Promise<void> {
  const who = `${counted(waiting.length, "team")} ${waiting.length === 1 ? "waits" : "wait"} for help`;
  const now = Date.now();
  const longest = Math.max(...waiting.map((row) => waitOf(row, now)));
  const tables = (rows: Row[]) => tablesInWords(rows.map(({ place }) => place));
  await Mailing.queue(ctx, {
    kind: "help",
    to,
    letter: {
      subject: who,
      paragraphs: [
        "Hello,",
        `${who}, the longest for ${durationInWords(longest / 1000)}.${tables(waiting)}`,
        ...(missed.length > 0
          ? [
              `You had taken the request of ${missed.length === 1 ? "one of them, which says" : `${missed.length} of them, which say`} that nobody came.${tables(missed)} If you are on your way, take it again, so that no other mentor comes too.`,
            ]
          : []),
      ],
      button: { words: "Open the queue", link: "/help" },
      notes: [
        "You get one such mail in ten minutes at most. Who waits is in the queue.",
      ],
    },
  });
}
