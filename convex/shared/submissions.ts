/**
 * Whether projects can be worked on and handed in: one rule for every mutation and every
 * page. As shipped no organiser has set a time, and submissions are not open.
 */
import type { Settings, Submissions } from "./validators";

type Rules = Pick<
  Settings,
  "submissionsOpen" | "submissionsOpenAt" | "submissionsCloseAt"
>;

/**
 * Returns what the settings say at an instant of the deployment's clock. `closesAt` is
 * past if the time has closed submissions, and null if no time is set or an organiser
 * closed them by hand.
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
