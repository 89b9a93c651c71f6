/**
 * Typing in the description. A page sends several updates a second, so an update reads
 * only the sender and the description's head unless something else is due: the rate
 * limit, a history entry, or the first change after a hand-in.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../platform/shared/errors";
import { MAX_TEXT_UPDATE_BYTES, type TypingOutcome } from "../shared/projects";
import * as Settings from "../../settings/settings";
import * as RateLimits from "../../platform/rateLimits";
import * as History from "../history";
import * as Projects from "../projects";
import * as TextReading from "./reading";
import * as Texts from "./texts";
import * as Updates from "./updates";

type User = Doc<"users">;

/**
 * The rate limit counts one change in so many, because counting costs more than the
 * change. It is never the change that also merges, which takes longest.
 */
const COUNTED_CHANGES = 32;

/**
 * A removal of this many UTF-16 units at once is a passage, which others may want back.
 */
const PASSAGE = 40;

/** Applies an update of the description. */
export async function type(
  ctx: MutationCtx,
  user: User,
  { edition, update: bytes }: { edition: number; update: ArrayBuffer },
): Promise<TypingOutcome> {
  const head = await requireHead(ctx, user);
  if (edition !== head.edition) return { status: "behind" };
  if (bytes.byteLength > MAX_TEXT_UPDATE_BYTES) return { status: "too_long" };
  const update = Updates.read(bytes);
  const change =
    update === null
      ? "refused"
      : await Texts.changeBy(ctx, head, update, () =>
          RateLimits.requireLeft(ctx, "typeDescription", user._id),
        );
  if (typeof change === "string") {
    // Nothing is stored, so the count below would leave it out.
    await RateLimits.take(ctx, "typeDescription", user._id);
    return change === "known"
      ? { status: "synced", seq: head.seq }
      : { status: change };
  }
  if (head.seq % COUNTED_CHANGES === COUNTED_CHANGES / 2)
    await RateLimits.requireAndTake(ctx, "typeDescription", user._id);
  const now = Date.now();
  const { projectId } = head;
  const notedAt = Object.fromEntries(
    Object.entries(head.notedAt).filter(
      ([, at]) => Math.abs(now - at) < History.STEP_MS,
    ),
  );
  const removesPassage = change.removed >= PASSAGE;
  if (notedAt[user._id] === undefined || removesPassage) {
    await History.record(ctx, projectId, user, {
      field: "description",
      kind: "edited",
      before: async () => TextReading.read(ctx, projectId),
      removesPassage,
    });
    notedAt[user._id] = now;
    await Projects.touchSometimes(ctx, projectId, user);
  }
  const seq = await Texts.store(ctx, head, change, {
    isTouched: true,
    notedAt,
  });
  // The project must show that it changed after the hand-in.
  if (!head.isTouched) await Projects.touch(ctx, projectId, user);
  return { status: "synced", seq };
}

async function requireHead(ctx: MutationCtx, user: User) {
  if (user.teamId === null) return refuse("not_in_team");
  await Settings.requireSubmissionsOpen(ctx);
  const head = await Texts.findHead(ctx, user.teamId);
  if (head !== null) return head;
  const { teamId } = await Projects.begin(ctx, user);
  return Texts.getHead(ctx, teamId);
}
