/**
 * Writes `settings`. Besides this module, only firstContent.ts and organisers in
 * the data browser do. If they add a second row, the first one counts.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changesBetween } from "../shared/changes";
import { refuse } from "../shared/errors";
import { checked } from "../shared/check";
import { closingTimeSchema } from "../shared/organiserSchemas";
import { teamChangesAt } from "../shared/teamChanges";
import type {
  Settings,
  SettingsChange,
  TeamChanges,
} from "../shared/validators";
import * as AuditLog from "./auditLog";
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
  const { teamChangesCloseAt, ...switches } = complete(wanted, before, now);
  const changes = changesBetween(
    { ...before, teamChangesCloseAt: before.teamChangesCloseAt ?? null },
    {
      ...switches,
      ...(teamChangesCloseAt !== undefined && { teamChangesCloseAt }),
    },
  );
  if (changes === null) return;
  const patch: Partial<WithoutSystemFields<Doc<"settings">>> = {
    ...switches,
    ...(teamChangesCloseAt !== undefined && {
      teamChangesCloseAt: teamChangesCloseAt ?? undefined,
    }),
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
 * Resolves while teams may change. It compares the time itself, so that a job or a
 * page that is late lets nobody in.
 * @throws `team_changes_closed`
 */
export async function requireTeamChangesOpen(ctx: QueryCtx): Promise<void> {
  const row = (await find(ctx)) ?? DEFAULTS;
  if (!teamChangesAt(row, Date.now()).isOpen) refuse("team_changes_closed");
}

/** Adds what follows from a change, and checks its times. */
function complete(
  wanted: SettingsChange,
  before: Settings,
  now: number,
): SettingsChange {
  const { teamChangesOpen, teamChangesCloseAt } = wanted;
  if (teamChangesCloseAt !== undefined && teamChangesCloseAt !== null)
    checked(closingTimeSchema, { teamChangesCloseAt });
  const isOver = (before.teamChangesCloseAt ?? Infinity) <= now;
  return teamChangesOpen === true && teamChangesCloseAt === undefined && isOver
    ? { ...wanted, teamChangesCloseAt: null }
    : wanted;
}

function settingsOf({
  teamChangesOpen,
  teamChangesCloseAt,
  submissionsOpen,
  registrationLinkShown,
  bannerShown,
  phase = DEFAULTS.phase,
}: Omit<Settings, "phase"> & Partial<Settings>): Settings {
  return {
    teamChangesOpen,
    ...(teamChangesCloseAt !== undefined && { teamChangesCloseAt }),
    submissionsOpen,
    registrationLinkShown,
    bannerShown,
    phase,
  };
}
