/**
 * Writes `settings`. Besides this module, only firstContent.ts and organisers in
 * the data browser do. If they add a second row, the first one counts.
 */
import type { WithoutSystemFields } from "convex/server";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import type { Addresses } from "../../shared/addresses";
import { checked } from "../../shared/input";
import {
  closingTimeSchema,
  eventTimesSchema,
  reminderSchema,
  submissionTimesSchema,
  settingsValidator,
  type Settings,
  type SettingsChange,
  type Submissions,
  type WindowState,
  isHandInTaken,
  windowAt,
  windows,
} from "../../shared/settings";
import * as AuditLog from "../platform/auditLog";
import * as Judging from "../judging/judging";
import { nextChange } from "./content";

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
 * @throws `required` if a time is no instant, `closes_before_it_opens`,
 *   `ends_before_it_starts`
 */
export async function change(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  wanted: SettingsChange,
): Promise<void> {
  const row = await find(ctx);
  const now = Date.now();
  const before = settingsOf(row ?? DEFAULTS);
  const asked = complete(
    wanted.startsAt === "now"
      ? { ...wanted, startsAt: now }
      : (wanted as TimedChange),
    before,
    now,
  );
  const changes = AuditLog.changesBetween({ ...NO_TIMES, ...before }, asked);
  if (changes === null) return;
  const patch: Partial<WithoutSystemFields<Doc<"settings">>> = {
    ...withoutNulls(asked),
    ...("teamChangesOpen" in changes.after && {
      teamChangesClosedAt: changes.after.teamChangesOpen ? undefined : now,
    }),
    ...("checkInOpen" in changes.after && {
      checkInClosedAt: changes.after.checkInOpen ? undefined : now,
    }),
  };
  if (row === null) await ctx.db.insert("settings", { ...before, ...patch });
  else await ctx.db.patch("settings", row._id, patch);
  if (changes.after.phoneReminders === true)
    await ctx.scheduler.runAfter(0, internal.jobs.push.scheduleReminders, {});
  if (changes.after.helpOpen === true || "helpReminderMinutes" in changes.after)
    await ctx.scheduler.runAfter(0, internal.jobs.help.watchAll, {});
  await AuditLog.record(ctx, organiser, {
    action: "settings changed",
    target: "settings",
    ...changes,
  });
}

/** Sets the addresses; an empty one is not set any more. */
export async function changeAddresses(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  wanted: Required<Addresses>,
): Promise<void> {
  const row = await find(ctx);
  const empty = Object.fromEntries(
    Object.keys(wanted).map((name) => [name, ""]),
  );
  const before = { ...empty, ...row?.addresses };
  const changes = AuditLog.changesBetween(before, wanted);
  if (changes === null) return;
  const addresses: Addresses = Object.fromEntries(
    Object.entries(wanted).filter(([, address]) => address !== ""),
  );
  if (row === null) await ctx.db.insert("settings", { ...DEFAULTS, addresses });
  else await ctx.db.patch("settings", row._id, { addresses });
  await AuditLog.record(ctx, organiser, {
    action: "settings changed",
    target: "addresses",
    ...changes,
  });
}

/** Returns a window's state now, and when it changes (content.ts tells of the clock). */
export async function getWindow(ctx: QueryCtx, name: keyof typeof windows) {
  const now = Date.now();
  const state = windowAt(windows[name]((await find(ctx)) ?? DEFAULTS), now);
  return { ...state, next: nextChange([state.opensAt, state.closesAt], now) };
}

/** Returns the same for submissions, and whether judging has begun. */
export async function getSubmissions(ctx: QueryCtx): Promise<Submissions> {
  const { perProject } = await Judging.getState(ctx);
  const hasJudgingBegun = perProject !== undefined;
  return { ...(await getWindow(ctx, "submissions")), hasJudgingBegun };
}

/**
 * Resolves while teams may change. It compares the closing time with the clock, so that
 * a late job or page lets no one in.
 * @throws `team_changes_closed`
 */
export async function requireTeamChangesOpen(ctx: QueryCtx): Promise<void> {
  const { state } = await getWindow(ctx, "teamChanges");
  if (state !== "open") refuse("team_changes_closed");
}

/** Resolves while projects can be edited and handed in, by the same rule. */
export async function requireSubmissionsOpen(ctx: QueryCtx): Promise<void> {
  const submissions = await getWindow(ctx, "submissions");
  if (submissions.state !== "open") refuseSubmissions(submissions);
}

/**
 * Resolves while projects can be handed in, a little longer than they can be edited.
 * @returns whether they can be edited
 */
export async function requireHandInTaken(ctx: QueryCtx): Promise<boolean> {
  const submissions = await getWindow(ctx, "submissions");
  if (!isHandInTaken(submissions, Date.now())) refuseSubmissions(submissions);
  return submissions.state === "open";
}

/** Resolves if check-in is open, or was at this time. @throws `check_in_closed` */
export async function requireCheckInOpenAt(ctx: QueryCtx, at: number) {
  const row = await find(ctx);
  if (row?.checkInOpen === true) return;
  if (at >= (row?.checkInClosedAt ?? 0)) refuse("check_in_closed");
}

function refuseSubmissions({ state, opensAt, closesAt }: WindowState): never {
  if (state === "not open")
    return refuse("submissions_not_open", opensAt === null ? {} : { opensAt });
  return refuse(
    "submissions_closed",
    closesAt === null ? {} : { closedAt: closesAt },
  );
}

/** The times when none is set. */
const NO_TIMES = {
  teamChangesCloseAt: null,
  submissionsOpenAt: null,
  submissionsCloseAt: null,
  startsAt: null,
  endsAt: null,
};

/** A change in which "now" is the deployment's time. */
type TimedChange = Omit<SettingsChange, "startsAt"> & {
  startsAt?: number | null;
};

/** Adds what follows from a change, and checks its times. */
function complete(wanted: TimedChange, before: Settings, now: number) {
  checkTimes(wanted, before);
  const { teamChangesOpen, teamChangesCloseAt } = wanted;
  const isOver = (before.teamChangesCloseAt ?? Infinity) <= now;
  return teamChangesOpen === true && teamChangesCloseAt === undefined && isOver
    ? { ...wanted, teamChangesCloseAt: null }
    : wanted;
}

function checkTimes(wanted: TimedChange, before: Settings): void {
  if (wanted.helpReminderMinutes !== undefined) checked(reminderSchema, wanted);
  const { teamChangesCloseAt, submissionsOpenAt, submissionsCloseAt } = wanted;
  if (typeof teamChangesCloseAt === "number")
    checked(closingTimeSchema, { teamChangesCloseAt });
  if (submissionsOpenAt !== undefined || submissionsCloseAt !== undefined)
    checked(submissionTimesSchema, withoutNulls({ ...before, ...wanted }));
  if (wanted.startsAt !== undefined || wanted.endsAt !== undefined)
    checked(eventTimesSchema, withoutNulls({ ...before, ...wanted }));
}

/** Null, which removes a time, becomes undefined. */
function withoutNulls(wanted: TimedChange): Partial<Settings> {
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
