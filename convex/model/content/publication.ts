/**
 * Rows that come out at an instant (`publishAt`), and the clock that decides.
 *
 * The queries over them read the deployment's clock, which queries otherwise
 * leave alone: a query runs again when a row changes, not when time passes, so
 * an answer that depends on the clock can grow stale unnoticed. Here it cannot.
 * An answer says when it stops being true (`next`), and whoever shows it asks
 * again then with another `at`, which makes a new question of it, so that no
 * earlier answer is given. `at` decides nothing else. Were it the clock, as an
 * instant passed in usually is, whoever passes tomorrow would read tomorrow's
 * announcements today. Pages pass what others pass, too, so that they share the
 * answer: the minute in which they opened, then the instant of the change, and an
 * own one only if the answer to that is from before the change.
 */
import type { NextChange } from "../../shared/validators";

/**
 * When the list of what is out grows, given the row that comes out first of
 * those that are not.
 */
export function nextChange(
  upcoming: { publishAt: number } | null,
  nowMs: number,
): NextChange {
  if (upcoming === null) return null;
  return { at: upcoming.publishAt, inMs: upcoming.publishAt - nowMs };
}
