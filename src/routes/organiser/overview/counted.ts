import type { JudgingProgress } from "#convex/judging/shared/judging";
import type { Settings, WindowState } from "#convex/settings/shared";

export type Counted = "people" | "arrivals" | "hand-ins" | "scorecards" | null;

const HOUR_MS = 3_600_000;
/** For how long after the start people still arrive. */
const LATECOMERS_MS = 2 * HOUR_MS;

/** Returns what the organisers look at now; null when nothing is left to count, and while it is not known. */
export function countedNow(
  { phase, checkInOpen, startsAt = Infinity }: Settings,
  submissions: WindowState["state"],
  judging: Pick<JudgingProgress, "publishedAt" | "total"> | undefined,
  now: number,
): Counted {
  if (phase === "over" || (judging && judging.publishedAt !== null))
    return null;
  const isLive = phase === "live";
  if (isLive && submissions === "closed")
    return judging ? (judging.total > 0 ? "scorecards" : "hand-ins") : null;
  if (checkInOpen === true && (!isLive || now < startsAt + LATECOMERS_MS))
    return "arrivals";
  return isLive ? "hand-ins" : "people";
}
