/**
 * Whether projects can be edited and handed in: one rule for all mutations and pages.
 * By default no time is set, and submissions are not open.
 */
import { HAND_IN_GRACE_MS } from "./limits";
import type { Settings, Submissions } from "./validators";

type Rules = Pick<
  Settings,
  "submissionsOpen" | "submissionsOpenAt" | "submissionsCloseAt"
>;

/**
 * Evaluates the settings at an instant of the deployment's clock. `closesAt` is in the
 * past if that time has closed submissions, and null if none is set or an organiser has
 * closed them manually.
 */
export function submissionsAt(
  { submissionsOpen, submissionsOpenAt, submissionsCloseAt }: Rules,
  nowMs: number,
): Omit<Submissions, "hasJudgingBegun" | "next"> {
  const opensAt = submissionsOpenAt ?? null;
  const closesAt = submissionsCloseAt ?? null;
  if (opensAt === null || nowMs < opensAt)
    return { state: "not open", opensAt, closesAt };
  if (!submissionsOpen) return { state: "closed", opensAt, closesAt: null };
  const isOver = closesAt !== null && closesAt <= nowMs;
  return { state: isOver ? "closed" : "open", opensAt, closesAt };
}

/**
 * Whether a project can be handed in: while submissions are open, and shortly after a
 * time has closed them. An organiser who closes them manually closes both at once.
 */
export function isHandInTaken(
  { state, closesAt }: Pick<Submissions, "state" | "closesAt">,
  nowMs: number,
): boolean {
  if (state !== "closed") return state === "open";
  return closesAt !== null && nowMs < closesAt + HAND_IN_GRACE_MS;
}
