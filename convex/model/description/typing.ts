/**
 * Typing in the description. A page sends several updates a second, so an update reads
 * only the sender and the description's head unless something else is due: the rate
 * limit, a history entry, or the first change after a hand-in.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import * as History from "../projects/history";
import * as Projects from "../projects/projects";
import * as Texts from "./texts";
import * as RateLimits from "../platform/rateLimits";
import * as Settings from "../content/settings";
import * as TextReading from "./reading";
import * as TextUpdates from "./updates";

type User = Doc<"users">;

/**
 * The rate limit counts one change in so many, because counting costs more than the
 * change. It is never the change that also merges, which is dear enough.
 */
const COUNTED_CHANGES = 32;

/**
 * A removal of this many UTF-16 units at once is a passage, which others may want back.
 */
const PASSAGE = 40;

/**
 * Applies an update of the description.
 * @returns the number of the last change, which this one is unless the document had it
 *   already; false if the update is for an earlier edition: the page must load the new
 *   one; null if the document does not take it, which is counted
 * @throws as `Projects.begin`, `rate_limited`, `too_long`
 */
export async function type(
  ctx: MutationCtx,
  user: User,
  update: { edition: number; update: ArrayBuffer },
): Promise<number | false | null> {
  const head = await requireHead(ctx, user);
  const typed = await Texts.look(ctx, head, update, () =>
    RateLimits.requireLeft(ctx, "unfitDescription", user._id),
  );
  if (typed === "former edition") return false;
  if (typed === "begun anew" || typed === "unfit" || typed.update === null) {
    // What the document has already is no change, which the other limit would count.
    await RateLimits.take(ctx, "unfitDescription", user._id);
    if (typed === "unfit") return null;
    return typed === "begun anew" ? false : head.seq;
  }
  if (typed.seq % COUNTED_CHANGES === COUNTED_CHANGES / 2)
    await RateLimits.requireAndTake(ctx, "typeDescription", user._id);
  const now = Date.now();
  const { projectId } = head;
  const notedAt = Object.fromEntries(
    Object.entries(head.notedAt).filter(
      ([, at]) => Math.abs(now - at) < History.STEP_MS,
    ),
  );
  const removesPassage = TextUpdates.removedBy(typed.update) >= PASSAGE;
  if (notedAt[user._id] === undefined || removesPassage) {
    await History.record(ctx, projectId, user, {
      field: "description",
      kind: "edited",
      before: async () => TextReading.read(ctx, projectId),
      removesPassage,
    });
    notedAt[user._id] = now;
  }
  await Texts.store(ctx, typed, {
    changedAt: now,
    changedBy: user._id,
    isTouched: true,
    notedAt,
  });
  // The project must show that it changed after the hand-in.
  if (!head.isTouched) await Projects.touch(ctx, projectId, user);
  return typed.seq;
}

/** Returns the head of the description of the person's team. */
async function requireHead(ctx: MutationCtx, user: User) {
  if (user.teamId === null) return refuse("not_in_team");
  await Settings.requireSubmissionsOpen(ctx);
  const head = await Texts.findHead(ctx, user.teamId);
  return head ?? Texts.findOrMakeHead(ctx, await Projects.begin(ctx, user));
}
