/**
 * The only writer of `settingsChanges`: what each change of the settings has replaced. From it follow the ways back, and
 * who has set what, for whoever meant to set the same.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { addressWords } from "../platform/shared/addresses";
import { refuse } from "../platform/shared/errors";
import type { Fields } from "../platform/shared/audit";
import {
  settingWords,
  TIMELINE,
  valueInWords,
  type RecentChanges,
  type SettingsChange,
} from "./shared";
import * as AuditLog from "../platform/auditLog";

const MAX_READ = 100;
/** Older changes are not offered to be taken back. */
const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

const words: Record<string, string> = { ...settingWords, ...addressWords };

/** Keeps what a change replaces. */
export async function keep(
  ctx: MutationCtx,
  { displayName: by }: Doc<"users">,
  before: Fields,
): Promise<void> {
  await ctx.db.insert("settingsChanges", { at: Date.now(), by, before });
}

/**
 * Resolves if the organiser has seen what a change would replace, where the page said what it showed.
 * @throws `changed_since`
 */
export async function requireSeen(
  ctx: QueryCtx,
  { before, after }: { before: Fields; after: Fields },
  seen: Fields | undefined,
): Promise<void> {
  const name = Object.keys(after).find(
    (key) => seen !== undefined && (seen[key] ?? null) !== before[key],
  );
  if (name === undefined) return;
  refuseFor(await readNewest(ctx), name, before[name] ?? null);
}

/** Returns the ways back from recent changes of the phase and the times, and who has set what. */
export async function listRecent(
  ctx: QueryCtx,
  current: Fields,
): Promise<RecentChanges> {
  const rows = await readNewest(ctx);
  let was: Fields = {};
  const changes = rows.filter(isOfTimeline).map(({ before, ...row }) => {
    was = { ...was, ...timelineOf(before) };
    const back = AuditLog.changesBetween(current, was)?.after;
    const names = TIMELINE.filter((name) => name in before);
    return { ...row, names, back };
  });
  return {
    changes: changes.flatMap(({ _creationTime, back, ...change }) =>
      back && change.at > Date.now() - RECENT_MS
        ? [{ ...change, back: back as SettingsChange }]
        : [],
    ),
    last: changes[0]?._id ?? null,
    setBy: Object.fromEntries(
      rows
        .toReversed()
        .flatMap(({ by, before }) =>
          Object.keys(before).map((name) => [name, by]),
        ),
    ),
  };
}

/**
 * Returns the phase and the times as they were before a change, with `teamChangesClosedAt` if that was another one; null
 * if they are so.
 * @param seen the newest change that the organiser has seen
 * @throws `not_found`, `changed_since`
 */
export async function readBefore(
  ctx: QueryCtx,
  { changeId, seen }: Record<"changeId" | "seen", Id<"settingsChanges">>,
  current: Fields,
): Promise<Fields | null> {
  const rows = (await readNewest(ctx)).filter(isOfTimeline);
  const until = rows.findIndex(({ _id }) => _id === changeId);
  if (until === -1) refuse("not_found", { label: "This change" });
  const was: Fields = Object.assign(
    {},
    ...rows.slice(0, until + 1).map(({ before }) => before),
  );
  if (AuditLog.changesBetween(current, timelineOf(was)) === null) return null;
  const [last] = rows;
  const name = Object.keys(timelineOf(last?.before ?? {}))[0] ?? "";
  if (last?._id !== seen) refuseFor(rows, name, current[name] ?? null);
  const { teamChangesClosedAt } = was;
  return {
    ...timelineOf(was),
    ...(teamChangesClosedAt !== undefined && { teamChangesClosedAt }),
  };
}

function refuseFor(
  rows: readonly Doc<"settingsChanges">[],
  name: string,
  value: Fields[string],
): never {
  const { by = "Somebody" } = rows.find(({ before }) => name in before) ?? {};
  const what = `${by} has set “${words[name]}” to ${valueInWords(value)}.`;
  return refuse("changed_since", { what });
}

async function readNewest(ctx: QueryCtx) {
  return ctx.db
    .query("settingsChanges")
    .withIndex("by_creation_time")
    .order("desc")
    .take(MAX_READ);
}

function isOfTimeline({ before }: Doc<"settingsChanges">): boolean {
  return TIMELINE.some((name) => name in before);
}

function timelineOf(before: Fields): Fields {
  const names = TIMELINE.filter((name) => name in before);
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
}
