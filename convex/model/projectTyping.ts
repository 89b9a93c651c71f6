/**
 * What happens when somebody types in the description. It happens several times a second
 * for each who types, so it reads no more than the sender and the description's head
 * unless something is due: a count, an entry of the history, a new time of the last
 * change.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import * as History from "./projectHistory";
import * as Projects from "./projects";
import * as Texts from "./projectTexts";
import * as RateLimits from "./rateLimits";
import * as Settings from "./settings";

type User = Doc<"users">;

/**
 * Every so many changes of a description one is counted, because counting costs as much
 * as the change.
 */
const COUNTED_CHANGES = 8;

/** How exactly `updatedAt` and `updatedBy` follow those who go on typing. */
const TOUCH_MS = 10 * 1000;

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
  if (typed.seq % COUNTED_CHANGES === 0)
    await RateLimits.requireAndTake(ctx, "typeDescription", user._id);
  if (typed.update === null) return true;
  const now = Date.now();
  const { projectId } = head;
  const notedAt = Object.fromEntries(
    Object.entries(head.notedAt).filter(([, at]) => at > now - History.STEP_MS),
  );
  if (notedAt[user._id] === undefined) {
    const before = async () => Texts.read(ctx, projectId);
    const change = { field: "description", kind: "edited", before } as const;
    await History.record(ctx, projectId, user, change);
    notedAt[user._id] = now;
  }
  const isTouched = head.touchedAt > now - TOUCH_MS;
  const touchedAt = isTouched ? head.touchedAt : now;
  await Texts.store(ctx, typed, { touchedAt, notedAt });
  if (!isTouched) await Projects.touch(ctx, projectId, user);
  return true;
}

/** The head, from which the description of the person's team goes on. */
async function requireHead(ctx: MutationCtx, user: User) {
  if (user.teamId === null) return refuse("not_in_team");
  await Settings.requireSubmissionsOpen(ctx);
  const head = await Texts.findHead(ctx, user.teamId);
  return head ?? Texts.findOrMakeHead(ctx, await Projects.begin(ctx, user));
}
