/**
 * The ceremony: results that are fixed ("staged") and then revealed award after award.
 * The only writer of `ceremonies`. Who computes and publishes the awards is results.ts.
 *
 * What is not revealed is in this table alone, which no function but those below reads. A
 * rehearsal has invented names and always all awards, so that it tells nothing of the
 * results; while there is one, it is what the stage shows.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  describedIn,
  REST_AFTER_OTHERS_MS,
  type Remote,
  type Revealed,
} from "./shared/ceremony";
import { refuse } from "../platform/shared/errors";
import { AWARDS } from "./shared/awards";
import type { Awarded } from "./shared/judging";
import { counted } from "../platform/shared/text";
import * as AuditLog from "../platform/auditLog";
import { requireSeen } from "../platform/seen";
import * as HandIns from "../projects/handIns";
import * as Pictures from "../projects/pictures/pictures";

type User = Doc<"users">;
type Ceremony = Doc<"ceremonies">;
type StagedAward = Ceremony["awards"][number];

/** The tracks first, then the places from the last to the first. */
const ORDER = [...AWARDS.slice(2), ...AWARDS.slice(0, 2).toReversed()];

const INVENTED = [
  "Tea Stall Radar",
  "Monsoon Mesh",
  "Ghar Ka Khana",
  "Queue Whisperer",
  "Kabaddi Coach",
  "Paper Boat",
  "Night Bus",
] as const;

/** Returns what anyone may know; null before the stage is opened. */
export async function findRevealed(ctx: QueryCtx): Promise<Revealed | null> {
  const ceremony = await findOnStage(ctx);
  if (ceremony === null || ceremony.step === 0) return null;
  const { isBlank, isRehearsal, step, awards } = ceremony;
  return {
    isBlank,
    isRehearsal,
    shown: isBlank ? [] : await inHall(ctx, awards.slice(0, step - 1)),
  };
}

/** Returns everything, for organisers. */
export async function findRemote(ctx: QueryCtx): Promise<Remote | null> {
  const ceremony = await findOnStage(ctx);
  if (ceremony === null) return null;
  const { _id, isBlank, isRehearsal, step, awards, last } = ceremony;
  return {
    _id,
    isBlank,
    isRehearsal,
    step,
    awards: await inHall(ctx, awards),
    last: last
      ? {
          at: last.at,
          by: await nameOf(ctx, last.organiserId),
          page: last.page,
          did: last.did,
        }
      : null,
  };
}

/**
 * Fixes the awards. Awards that were staged before are replaced; a sentence stays with an
 * award whose winners are the same.
 * @param losing how many sentences the organiser knows to be lost
 * @throws `changed_since` if it is another number
 */
export async function stage(
  ctx: MutationCtx,
  organiser: User,
  awards: readonly Awarded[],
  losing: number,
): Promise<void> {
  const before = (await takeStaged(ctx))?.awards ?? [];
  const next = inOrder(awards);
  const keys = new Set(next.map(keyOf));
  const lost = before.filter(
    (known) => known.sentence !== "" && !keys.has(keyOf(known)),
  ).length;
  requireSeen(losing, lost, `${counted(lost, "sentence")} would be lost.`);
  await add(ctx, organiser, {
    isRehearsal: false,
    awards: next.map((staged) => ({
      ...staged,
      sentence:
        before.find((known) => keyOf(known) === keyOf(staged))?.sentence ?? "",
    })),
  });
}

/** Puts invented awards on the stage. @throws `ceremony_under_way` */
export async function rehearse(ctx: MutationCtx, organiser: User) {
  const onStage = await findOnStage(ctx);
  if (onStage?.isRehearsal === true) return;
  if (onStage !== null && onStage.step > 0) refuse("ceremony_under_way");
  await add(ctx, organiser, {
    isRehearsal: true,
    awards: ORDER.map((award, index) => ({
      award,
      sentence: "An invented sentence, about as long as a real one would be.",
      // Two share an award, because that may happen.
      winners: INVENTED.slice(
        index % 6,
        (index % 6) + (index === 1 ? 2 : 1),
      ).map((projectName) => ({
        projectId: null,
        projectName,
        teamId: null,
        teamName: "An invented team",
      })),
    })),
  });
}

/** A press on a remote. `page`: made up by the page; older ones have none. */
type Press = { id: Ceremony["_id"]; page?: string | undefined };

/**
 * Reveals one award more, or takes the last one back. Does nothing unless this ceremony is
 * at the step at which the organiser saw it: two presses, or two organisers, are one step.
 * @throws `changed_since` just after a step of another remote
 */
export async function move(
  ctx: MutationCtx,
  organiser: User,
  { id, from, isBack, page }: Press & { from: number; isBack: boolean },
): Promise<void> {
  const ceremony = await findOnStage(ctx);
  if (ceremony?._id !== id || ceremony.step !== from) return;
  const step = isBack ? from - 1 : from + 1;
  if (step < 0 || step > ceremony.awards.length + 1) return;
  await requireRest(ctx, organiser, ceremony, page);
  const names = namesOf(ceremony.awards[Math.min(step, from) - 1]);
  const did =
    Math.min(step, from) === 0
      ? `${isBack ? "closed" : "opened"} the stage`
      : isBack
        ? `taken ${names} back`
        : `revealed ${names}`;
  await change(ctx, organiser, ceremony, { step }, { page, did });
}

/**
 * Shows an empty stage, or what has been revealed again. Emptying it never has to wait.
 * @throws `changed_since` as `move`
 */
export async function setBlank(
  ctx: MutationCtx,
  organiser: User,
  { id, isBlank, page }: Press & { isBlank: boolean },
): Promise<void> {
  const ceremony = await findOnStage(ctx);
  if (ceremony?._id !== id || ceremony.isBlank === isBlank) return;
  if (!isBlank) await requireRest(ctx, organiser, ceremony, page);
  const did = isBlank ? "blanked the stage" : "shown the stage again";
  await change(ctx, organiser, ceremony, { isBlank }, { page, did });
}

/** Refuses what was meant for the stage before a step of somebody else. */
async function requireRest(
  ctx: QueryCtx,
  { _id }: User,
  { last }: Ceremony,
  page: string = _id,
): Promise<void> {
  if (last === undefined || last.page === page) return;
  if (Date.now() - last.at >= REST_AFTER_OTHERS_MS) return;
  const name = await nameOf(ctx, last.organiserId);
  refuse("changed_since", { what: `${name} has just ${last.did}.` });
}

/**
 * Sets why an award is given.
 * @param seen what the organiser saw of the award: the names of its projects, and its sentence
 * @throws `ceremony_under_way`, `not_found`, `changed_since`
 */
export async function describe(
  ctx: MutationCtx,
  organiser: User,
  {
    award,
    sentence,
    seen,
  }: Pick<StagedAward, "award" | "sentence"> & { seen?: string | undefined },
): Promise<void> {
  const ceremony = await findStaged(ctx);
  const staged = ceremony?.awards.find((it) => it.award === award);
  if (ceremony === null || staged === undefined)
    return refuse("not_found", { label: "This award" });
  if (ceremony.step > 0) refuse("ceremony_under_way");
  if (staged.sentence === sentence) return;
  const now = describedIn(staged);
  // An older page says nothing of what it showed: it may only write where nothing stands.
  if (seen !== undefined || staged.sentence !== "")
    requireSeen(seen, now, `It reads now: ${now}.`);
  await ctx.db.patch("ceremonies", ceremony._id, {
    awards: ceremony.awards.map((it) =>
      it === staged ? { ...it, sentence } : it,
    ),
  });
  await record(ctx, organiser, "sentence of an award changed", null, null);
}

/**
 * Ends a rehearsal, or takes back what was staged. The stage is empty afterwards.
 * @param from the step at which the organiser saw it
 * @throws `changed_since` if it is at another one
 */
export async function end(
  ctx: MutationCtx,
  organiser: User,
  { id, from = 0 }: { id: Ceremony["_id"]; from?: number | undefined },
): Promise<void> {
  const ceremony = await ctx.db.get("ceremonies", id);
  if (ceremony === null) return;
  const { step } = ceremony;
  const shown = counted(Math.max(0, step - 1), "award");
  requireSeen(from, step, `The stage was changed: ${shown} revealed.`);
  await ctx.db.delete("ceremonies", id);
  await record(ctx, organiser, "ceremony ended", fieldsOf(ceremony), null);
}

/**
 * Returns what is staged as it is published, and shows all of it; null if nothing is
 * staged.
 */
export async function finish(ctx: MutationCtx): Promise<Awarded[] | null> {
  const ceremony = await findStaged(ctx);
  if (ceremony === null) return null;
  await ctx.db.patch("ceremonies", ceremony._id, {
    step: ceremony.awards.length + 1,
  });
  return AWARDS.flatMap((award) => {
    const staged = ceremony.awards.find((it) => it.award === award);
    const { sentence = "", winners = [] } = staged ?? {};
    return winners.flatMap(({ projectId, ...winner }) =>
      projectId === null
        ? []
        : {
            award,
            projectId,
            ...winner,
            isTied: winners.length > 1,
            ...(sentence !== "" && { sentence }),
          },
    );
  });
}

/** Shows a published award as it is now, if it is still on the stage. */
export async function correct(
  ctx: MutationCtx,
  award: string,
  winners: readonly Awarded[],
  corrected: StagedAward["corrected"],
): Promise<void> {
  const ceremony = await findStaged(ctx);
  if (ceremony === null) return;
  const { _id, awards, step } = ceremony;
  const [given] = inOrder(winners);
  const sentence = winners.find((it) => it.sentence !== undefined)?.sentence;
  const next: StagedAward = {
    award,
    winners: given?.winners ?? [],
    sentence: sentence ?? "",
    ...(corrected && { corrected }),
  };
  const others = awards.filter((it) => it.award !== award);
  const all = ORDER.flatMap((id) =>
    id === award ? next : others.filter((it) => it.award === id),
  );
  await ctx.db.patch("ceremonies", _id, {
    awards: all,
    // An award that nobody had before is one step more.
    step: step && step + all.length - awards.length,
  });
}

/** Returns how many sentences are staged. */
export async function countSentences(ctx: QueryCtx): Promise<number> {
  const { awards = [] } = (await findStaged(ctx)) ?? {};
  return awards.filter(({ sentence }) => sentence !== "").length;
}

/**
 * Deletes what is staged, which judges may change now.
 * @returns what was deleted
 * @throws `ceremony_under_way` once the stage is open
 */
export async function takeStaged(ctx: MutationCtx): Promise<Ceremony | null> {
  const ceremony = await findStaged(ctx);
  if (ceremony === null) return null;
  if (ceremony.step > 0) refuse("ceremony_under_way");
  await ctx.db.delete("ceremonies", ceremony._id);
  return ceremony;
}

/** Removes the team of a project that hides its names and is about to be deleted. */
export async function forgetTeamOf(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<void> {
  const ceremony = await findStaged(ctx);
  if (ceremony === null) return;
  await ctx.db.patch("ceremonies", ceremony._id, {
    awards: ceremony.awards.map((staged) => ({
      ...staged,
      winners: staged.winners.map((winner) =>
        winner.projectId === projectId
          ? { ...winner, teamId: null, teamName: null }
          : winner,
      ),
    })),
  });
}

/** Whether a project's team hides its names from everybody but organisers. */
export async function hidesTeam(
  ctx: QueryCtx,
  projectId: Id<"projects"> | null,
): Promise<boolean> {
  const project = projectId && (await ctx.db.get("projects", projectId));
  return project?.hidesNames === true;
}

async function inHall(ctx: QueryCtx, awards: readonly StagedAward[]) {
  return Promise.all(
    awards.map(async ({ winners, ...award }) => ({
      ...award,
      winners: await Promise.all(
        winners.map(async ({ projectId, projectName, teamId, teamName }) => {
          const team = teamId && (await ctx.db.get("teams", teamId));
          const isHidden =
            team?.isHiddenInHall === true || (await hidesTeam(ctx, projectId));
          const isAlone = award.award === AWARDS[0] && winners.length === 1;
          return {
            projectName,
            teamName: isHidden ? null : teamName,
            ...(isAlone && (await builtBy(ctx, projectId, isHidden))),
          };
        }),
      ),
    })),
  );
}

/** What the one project in the first place has the stage with: its picture, and who built it, unless they hide. */
async function builtBy(
  ctx: QueryCtx,
  id: Id<"projects"> | null,
  isHidden: boolean,
) {
  if (id === null) return { members: ["Asha", "Bilal", "Chitra", "Dev"] };
  const handIn = await HandIns.getCurrent(ctx, id);
  const [first] = handIn?.pictures ?? [];
  const picture = first && (await Pictures.viewOf(ctx, first));
  const members = isHidden ? [] : (handIn?.memberNames ?? []);
  return { members, ...(picture && { picture }) };
}

function inOrder(awards: readonly Awarded[]): Omit<StagedAward, "sentence">[] {
  return ORDER.flatMap((award) => {
    const winners = awards.filter((it) => it.award === award);
    return winners.length === 0
      ? []
      : {
          award,
          winners: winners.map(
            ({ projectId, projectName, teamId, teamName }) => ({
              projectId,
              projectName,
              teamId,
              teamName,
            }),
          ),
        };
  });
}

function namesOf(staged: Pick<StagedAward, "winners"> | undefined): string {
  return (staged?.winners ?? []).map((it) => it.projectName).join(" · ");
}

async function nameOf(ctx: QueryCtx, id: User["_id"]): Promise<string> {
  return (await ctx.db.get("users", id))?.displayName ?? "Another organiser";
}

function keyOf({ award, winners }: Omit<StagedAward, "sentence">): string {
  return [award, ...winners.map(({ projectId }) => projectId)].join(" ");
}

async function add(
  ctx: MutationCtx,
  organiser: User,
  ceremony: Pick<Ceremony, "isRehearsal" | "awards">,
): Promise<void> {
  const row = { ...ceremony, step: 0, isBlank: false };
  await ctx.db.insert("ceremonies", row);
  const action = row.isRehearsal ? "rehearsal begun" : "results staged";
  await record(ctx, organiser, action, null, null);
}

async function change(
  ctx: MutationCtx,
  organiser: User,
  before: Ceremony,
  patch: Partial<Pick<Ceremony, "step" | "isBlank">>,
  { page = organiser._id, did }: { page?: string | undefined; did: string },
): Promise<void> {
  const last = { at: Date.now(), organiserId: organiser._id, page, did };
  await ctx.db.patch("ceremonies", before._id, { ...patch, last });
  const after = fieldsOf({ ...before, ...patch });
  await record(ctx, organiser, "ceremony moved", fieldsOf(before), after);
}

function fieldsOf({ step, isBlank, isRehearsal }: Ceremony) {
  return { step, isBlank, isRehearsal };
}

/** Names nothing that is not revealed: a former organiser's export holds their actions. */
async function record(
  ctx: MutationCtx,
  organiser: User,
  action: string,
  before: Doc<"auditLog">["before"],
  after: Doc<"auditLog">["after"],
): Promise<void> {
  const target = "ceremony";
  await AuditLog.record(ctx, organiser, { action, target, before, after });
}

async function findOnStage(ctx: QueryCtx): Promise<Ceremony | null> {
  return (await findRow(ctx, true)) ?? (await findStaged(ctx));
}

async function findStaged(ctx: QueryCtx): Promise<Ceremony | null> {
  return findRow(ctx, false);
}

async function findRow(ctx: QueryCtx, isRehearsal: boolean) {
  return ctx.db
    .query("ceremonies")
    .withIndex("by_is_rehearsal", (q) => q.eq("isRehearsal", isRehearsal))
    .first();
}
