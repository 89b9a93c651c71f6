/**
 * What happens when somebody types in the description. It happens several times a second
 * for each who types, so it reads no more than the sender and the description's head
 * unless something is due: a count, an entry of the history, the first change after a
 * hand-in.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import * as History from "./projectHistory";
import * as Projects from "./projects";
import * as Texts from "./projectTexts";
import * as RateLimits from "./rateLimits";
import * as Settings from "./settings";
import * as TextReading from "./textReading";
import * as TextUpdates from "./textUpdates";

type User = Doc<"users">;

/**
 * Every so many changes of a description one is counted, because counting costs more than
 * the change. It is not the one that is merged, which costs enough.
 */
const COUNTED_CHANGES = 32;

/** So many units that go at once are a passage, such as others may miss. */
const PASSAGE = 40;

/**
 * Applies what somebody typed in the description.
 * @returns false if the page has an edition whose past was dropped, and must load anew
 * @throws as `Projects.begin`, `rate_limited`, `too_long`
 */
export async function type(
  ctx: MutationCtx,
  user: User,
  update: { edition: number; update: ArrayBuffer },
): Promise<boolean> {
  const head = await requireHead(ctx, user);
  const typed = await Texts.look(ctx, head, update);
  if (typed === null) return false;
  if (typed.seq % COUNTED_CHANGES === COUNTED_CHANGES / 2)
    await RateLimits.requireAndTake(ctx, "typeDescription", user._id);
  if (typed.update === null) return true;
  const now = Date.now();
  const { projectId } = head;
  const notedAt = Object.fromEntries(
    Object.entries(head.notedAt).filter(([, at]) => at > now - History.STEP_MS),
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
    changedBy: user.displayName,
    isTouched: true,
    notedAt,
  });
  // What was handed in must show that there is a change after it.
  if (!head.isTouched) await Projects.touch(ctx, projectId, user);
  return true;
}

/** The head, from which the description of the person's team goes on. */
async function requireHead(ctx: MutationCtx, user: User) {
  if (user.teamId === null) return refuse("not_in_team");
  await Settings.requireSubmissionsOpen(ctx);
  const head = await Texts.findHead(ctx, user.teamId);
  return head ?? Texts.findOrMakeHead(ctx, await Projects.begin(ctx, user));
}
