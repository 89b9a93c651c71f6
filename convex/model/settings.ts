/**
 * Writes `settings`. Besides this module, only firstContent.ts and organisers in
 * the data browser do. If they add a second row, the first one counts.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changesBetween } from "../shared/changes";
import { refuse } from "../shared/errors";
import type { Settings } from "../shared/validators";
import * as AuditLog from "./auditLog";

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

/** Changes the settings that `wanted` names and keeps the others. */
export async function change(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  wanted: Partial<Settings>,
): Promise<void> {
  const row = await find(ctx);
  const before = settingsOf(row ?? DEFAULTS);
  const changes = changesBetween(before, wanted);
  if (changes === null) return;
  if (row === null) await ctx.db.insert("settings", { ...before, ...wanted });
  else await ctx.db.patch("settings", row._id, wanted);
  await AuditLog.record(ctx, organiser, {
    action: "settings changed",
    target: "settings",
    ...changes,
  });
}

/** Resolves while teams may change. @throws `team_changes_closed` */
export async function requireTeamChangesOpen(ctx: QueryCtx): Promise<void> {
  const { teamChangesOpen } = await getCurrent(ctx);
  if (!teamChangesOpen) refuse("team_changes_closed");
}

function settingsOf({
  teamChangesOpen,
  submissionsOpen,
  registrationLinkShown,
  bannerShown,
  phase = DEFAULTS.phase,
}: Omit<Settings, "phase"> & Partial<Settings>): Settings {
  return {
    teamChangesOpen,
    submissionsOpen,
    registrationLinkShown,
    bannerShown,
    phase,
  };
}
