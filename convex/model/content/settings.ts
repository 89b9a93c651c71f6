/**
 * Writes `settings`. Besides this module, only firstContent.ts and organisers in
 * the data browser do. If they add a second row, the first one counts.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changesBetween } from "../../shared/changes";
import { refuse } from "../../shared/errors";
import { checked } from "../../shared/check";
import {
  closingTimeSchema,
  submissionTimesSchema,
} from "../../shared/organiserSchemas";
import { isHandInTaken, submissionsAt } from "../../shared/submissions";
import { teamChangesAt } from "../../shared/teamChanges";
import {
  settingsValidator,
  type Settings,
  type SettingsChange,
  type Submissions,
  type TeamChanges,
} from "../../shared/validators";
import * as AuditLog from "../platform/auditLog";
import * as Judging from "../judging/judging";
import { nextChange } from "./publication";

/** The settings while there is no row: everything is open and shown. */
export const DEFAULTS: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};

/** Returns what is open and shown now. */
export async function getCurrent(ctx: QueryCtx): Promise<Settings> {
  return settingsOf((await find(ctx)) ?? DEFAULTS);
}

/** Returns the row that counts; null while there is none. */
export async function find(ctx: QueryCtx): Promise<Doc<"settings"> | null> {
  return ctx.db.query("settings").withIndex("by_creation_time").first();
}

/**
 * Changes the settings that `wanted` names and keeps the others.
 * @throws `required` if a time is no instant
 */
export async function change(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  wanted: SettingsChange,
): Promise<void> {
  const row = await find(ctx);
  const now = Date.now();
  const before = settingsOf(row ?? DEFAULTS);
  const asked = complete(wanted, before, now);
  const changes = changesBetween({ ...NO_TIMES, ...before }, asked);
  if (changes === null) return;
  const patch: Partial<WithoutSystemFields<Doc<"settings">>> = {
    ...withoutNulls(asked),
    ...("teamChangesOpen" in changes.after && {
      teamChangesClosedAt: changes.after.teamChangesOpen ? undefined : now,
    }),
  };
  if (row === null) await ctx.db.insert("settings", { ...before, ...patch });
  else await ctx.db.patch("settings", row._id, patch);
  await AuditLog.record(ctx, organiser, {
    action: "settings changed",
    target: "settings",
    ...changes,
  });
}

/** Returns whether teams can be changed now (publication.ts tells of the clock). */
export async function getTeamChanges(ctx: QueryCtx): Promise<TeamChanges> {
  const now = Date.now();
  const state = teamChangesAt((await find(ctx)) ?? DEFAULTS, now);
  const upcoming =
    state.closesAt === null ? null : { publishAt: state.closesAt };
  return { ...state, next: nextChange(upcoming, now) };
}

/**
 * Resolves while teams may change. It compares the closing time with the clock, so that
 * a late job or page lets no one in.
 * @throws `team_changes_closed`
 */
export async function requireTeamChangesOpen(ctx: QueryCtx): Promise<void> {
  const row = (await find(ctx)) ?? DEFAULTS;
  if (!teamChangesAt(row, Date.now()).isOpen) refuse("team_changes_closed");
}

/**
 * Returns whether projects can be worked on and handed in now (publication.ts tells of
 * the clock).
 */
export async function getSubmissions(ctx: QueryCtx): Promise<Submissions> {
  const now = Date.now();
  const state = submissionsAt(await getCurrent(ctx), now);
  const times = [state.opensAt, state.closesAt].filter(
    (time) => time !== null && time > now,
  );
  const upcoming =
    times.length === 0 ? null : { publishAt: Math.min(...(times as number[])) };
  const { perProject } = await Judging.getState(ctx);
  return {
    ...state,
    hasJudgingBegun: perProject !== undefined,
    next: nextChange(upcoming, now),
  };
}

/**
 * Resolves while projects can be edited and handed in. It compares the times with the
 * clock, as `requireTeamChangesOpen` does.
 * @throws `submissions_not_open`, `submissions_closed`
 */
export async function requireSubmissionsOpen(ctx: QueryCtx): Promise<void> {
  const now = submissionsAt(await getCurrent(ctx), Date.now());
  if (now.state !== "open") refuseSubmissions(now);
}

/**
 * Resolves while projects can be handed in, a little longer than they can be edited.
 * @returns whether they can be edited
 * @throws `submissions_not_open`, `submissions_closed`
 */
export async function requireHandInTaken(ctx: QueryCtx): Promise<boolean> {
  const nowMs = Date.now();
  const now = submissionsAt(await getCurrent(ctx), nowMs);
  if (!isHandInTaken(now, nowMs)) refuseSubmissions(now);
  return now.state === "open";
}

function refuseSubmissions({
  state,
  opensAt,
  closesAt,
}: ReturnType<typeof submissionsAt>): never {
  if (state === "not open")
    return refuse("submissions_not_open", opensAt === null ? {} : { opensAt });
  return refuse(
    "submissions_closed",
    closesAt === null ? {} : { closedAt: closesAt },
  );
}

/** Returns whether they can, by the same rule. */
export async function areSubmissionsOpen(ctx: QueryCtx): Promise<boolean> {
  const { state } = submissionsAt(await getCurrent(ctx), Date.now());
  return state === "open";
}

/** The times when none is set. */
const NO_TIMES = {
  teamChangesCloseAt: null,
  submissionsOpenAt: null,
  submissionsCloseAt: null,
};

/** Adds what follows from a change, and checks its times. */
function complete(
  wanted: SettingsChange,
  before: Settings,
  now: number,
): SettingsChange {
  checkTimes(wanted, before);
  const { teamChangesOpen, teamChangesCloseAt } = wanted;
  const isOver = (before.teamChangesCloseAt ?? Infinity) <= now;
  return teamChangesOpen === true && teamChangesCloseAt === undefined && isOver
    ? { ...wanted, teamChangesCloseAt: null }
    : wanted;
}

function checkTimes(wanted: SettingsChange, before: Settings): void {
  const { teamChangesCloseAt, submissionsOpenAt, submissionsCloseAt } = wanted;
  if (typeof teamChangesCloseAt === "number")
    checked(closingTimeSchema, { teamChangesCloseAt });
  if (submissionsOpenAt !== undefined || submissionsCloseAt !== undefined)
    checked(submissionTimesSchema, withoutNulls({ ...before, ...wanted }));
}

/** Null, which removes a time, becomes undefined. */
function withoutNulls(wanted: SettingsChange): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, value ?? undefined]),
  );
}

function settingsOf({
  phase = DEFAULTS.phase,
  ...row
}: Omit<Settings, "phase"> & Partial<Doc<"settings">>): Settings {
  return Object.fromEntries(
    Object.entries({ ...row, phase }).filter(
      ([name, value]) =>
        name in settingsValidator.fields && value !== undefined,
    ),
  ) as Settings;
}
