/**
 * Writes `settings`. Besides this module, only firstContent.ts and organisers in
 * the data browser do. If they add a second row, the first one counts.
 */
import type { WithoutSystemFields } from "convex/server";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import type { Addresses } from "../platform/shared/addresses";
import { checked } from "../platform/shared/input";
import type { Fields } from "../platform/shared/audit";
import {
  DEFAULTS,
  closingTimeSchema,
  eventTimesSchema,
  reminderSchema,
  submissionTimesSchema,
  settingsValidator,
  type Settings,
  type SettingsChange,
  type WindowState,
  isHandInTaken,
  windowAt,
  windows,
} from "./shared";
import * as AuditLog from "../platform/auditLog";
import { nextChange } from "../platform/shared/nextChange";
import * as History from "./history";

/** Returns what is open and shown now. */
export async function getCurrent(ctx: QueryCtx): Promise<Settings> {
  return settingsOf((await find(ctx)) ?? DEFAULTS);
}

/** Returns the row that counts; null while there is none. */
export async function find(ctx: QueryCtx): Promise<Doc<"settings"> | null> {
  return ctx.db.query("settings").withIndex("by_creation_time").first();
}

/**
 * Changes the settings that `wanted` names and keeps the others. A time that somebody else has set since the page showed
 * it (`seen`) is not set again if it is the one that is wanted, to the minute.
 * @throws `required` if a time is no instant, `closes_before_it_opens`,
 *   `ends_before_it_starts`, `changed_since`
 */
export async function change(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { seen, ...wanted }: SettingsChange & { seen?: Fields },
): Promise<void> {
  const now = Date.now();
  const before = await getCurrent(ctx);
  const timed = Object.entries(wanted)
    .map(([name, value]) => [name, value === "now" ? now : value] as const)
    .filter(([name, value]) => {
      const current = before[name as keyof Settings];
      return !(
        seen !== undefined &&
        seen[name] !== current &&
        typeof value === "number" &&
        Math.abs(value - Number(current)) <= SAME_MS
      );
    });
  const asked = complete(Object.fromEntries(timed), before, now);
  await write(ctx, organiser, asked, { seen });
}

/**
 * Sets the phase and the times as they were before a change, whatever came after it.
 * @throws `not_found`, `changed_since`
 */
export async function takeBack(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  which: Parameters<typeof History.readBefore>[1],
): Promise<void> {
  const current = { ...NO_TIMES, ...(await getCurrent(ctx)) };
  const before = await History.readBefore(ctx, which, current);
  if (before === null) return;
  const { teamChangesClosedAt, ...asked } = before;
  await write(ctx, organiser, asked, {
    closedAt: teamChangesClosedAt as number | null | undefined,
  });
}

/** Returns how recent changes of the phase and the times can be taken back. */
export async function listRecent(ctx: QueryCtx) {
  const current = { ...NO_TIMES, ...(await getCurrent(ctx)) };
  return History.listRecent(ctx, current);
}

/** @param closedAt when team changes were closed, if that was before now */
async function write(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  asked: TimedChange,
  { seen, closedAt }: { seen?: Fields; closedAt?: number | null },
): Promise<void> {
  const row = await find(ctx);
  const now = Date.now();
  const before = settingsOf(row ?? DEFAULTS);
  const changes = AuditLog.changesBetween({ ...NO_TIMES, ...before }, asked);
  if (changes === null) return;
  await History.requireSeen(ctx, changes, seen);
  const isOfTeams = "teamChangesOpen" in changes.after;
  const patch: Partial<WithoutSystemFields<Doc<"settings">>> = {
    ...withoutNulls(asked),
    ...(isOfTeams && {
      teamChangesClosedAt: changes.after.teamChangesOpen
        ? undefined
        : (closedAt ?? now),
    }),
    ...("checkInOpen" in changes.after && {
      checkInClosedAt: changes.after.checkInOpen ? undefined : now,
    }),
  };
  if (row === null) await ctx.db.insert("settings", { ...before, ...patch });
  else await ctx.db.patch("settings", row._id, patch);
  if (changes.after.phoneReminders === true)
    await ctx.scheduler.runAfter(0, internal.push.jobs.scheduleReminders, {});
  if (changes.after.helpOpen === true || "helpReminderMinutes" in changes.after)
    await ctx.scheduler.runAfter(0, internal.help.jobs.watchAll, {});
  const { teamChangesClosedAt = null } = row ?? {};
  await History.keep(ctx, organiser, {
    ...changes.before,
    ...(isOfTeams && { teamChangesClosedAt }),
  });
  await AuditLog.record(ctx, organiser, {
    action: "settings changed",
    target: "settings",
    ...changes,
  });
}

/** Sets the addresses that are given; an empty one is not set any more. @throws `changed_since` */
export async function changeAddresses(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { seen, ...wanted }: Addresses & { seen?: Fields },
): Promise<void> {
  const row = await find(ctx);
  const empty = Object.fromEntries(
    Object.keys(wanted).map((name) => [name, ""]),
  );
  const before = { ...empty, ...row?.addresses };
  const changes = AuditLog.changesBetween(before, wanted);
  if (changes === null) return;
  await History.requireSeen(ctx, changes, seen);
  const addresses: Addresses = Object.fromEntries(
    Object.entries({ ...before, ...wanted }).filter(
      ([, address]) => address !== "",
    ),
  );
  if (row === null) await ctx.db.insert("settings", { ...DEFAULTS, addresses });
  else await ctx.db.patch("settings", row._id, { addresses });
  await History.keep(ctx, organiser, changes.before);
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
type TimedChange = {
  [Name in keyof SettingsChange]: Exclude<SettingsChange[Name], "now">;
};

/** Two who press the same button do not set times that are further apart. */
const SAME_MS = 60_000;

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
