/**
 * Whether projects can be edited and handed in: one rule for all mutations and pages.
 * By default no time is set, and submissions are not open.
 */
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
): Omit<Submissions, "next"> {
  const opensAt = submissionsOpenAt ?? null;
  const closesAt = submissionsCloseAt ?? null;
  if (opensAt === null || nowMs < opensAt)
    return { state: "not open", opensAt, closesAt };
  if (closesAt !== null && closesAt <= nowMs)
    return { state: "closed", opensAt, closesAt };
  return submissionsOpen
    ? { state: "open", opensAt, closesAt }
    : { state: "closed", opensAt, closesAt: null };
}
