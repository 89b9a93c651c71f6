/** What somebody saw when they pressed, compared with what is so now. */
import { refuse } from "./shared/errors";

/**
 * Refuses a press whose presser saw something else. Lists are compared in order; an older page, which does not say what
 * it showed, saw nothing.
 * @param what what is so now, as a sentence
 * @throws `changed_since`
 */
export function requireSeen(seen: unknown, now: unknown, what: string): void {
  if (JSON.stringify(seen) !== JSON.stringify(now))
    refuse("changed_since", { what });
}
