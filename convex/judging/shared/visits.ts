/** Which projects judges are with, so that another judge is led to a free one. */
import { v, type Infer } from "convex/values";

/** A judge has opened a project. `at`: milliseconds since the epoch. */
export const visitValidator = v.object({
  projectId: v.id("projects"),
  at: v.number(),
});
export type Visit = Infer<typeof visitValidator>;

/** For how long a judge is taken to be with a project that they have opened. */
const VISIT_MS = 10 * 60 * 1000;

/** Returns the projects that a judge is with. */
export function busyAt(visits: readonly Visit[], now: number) {
  const fresh = visits.filter(({ at }) => now - at < VISIT_MS);
  return new Set(fresh.map(({ projectId }) => projectId));
}
