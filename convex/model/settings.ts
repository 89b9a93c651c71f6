/**
 * The only writer of `settings` besides organisers by hand, who may add a second
 * row: the first one counts.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changesBetween } from "../shared/changes";
import { refuse } from "../shared/errors";
import type { Settings } from "../shared/validators";
import * as AuditLog from "./auditLog";

/** Without a row, everything is open and shown. */
export const DEFAULTS: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
};

/** What is open and shown at the moment. */
export async function getCurrent(ctx: QueryCtx): Promise<Settings> {
  return settingsOf((await find(ctx)) ?? DEFAULTS);
}

/** The row that counts; null before there is one. */
export async function find(ctx: QueryCtx): Promise<Doc<"settings"> | null> {
  return ctx.db.query("settings").withIndex("by_creation_time").first();
}

/** Opens, closes, shows and hides; what is not named stays. */
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

/** Lets only pass what may change teams now. @throws `team_changes_closed` */
export async function requireTeamChangesOpen(ctx: QueryCtx): Promise<void> {
  const { teamChangesOpen } = await getCurrent(ctx);
  if (!teamChangesOpen) refuse("team_changes_closed");
}

function settingsOf({
  teamChangesOpen,
  submissionsOpen,
  registrationLinkShown,
  bannerShown,
}: Settings): Settings {
  return {
    teamChangesOpen,
    submissionsOpen,
    registrationLinkShown,
    bannerShown,
  };
}
