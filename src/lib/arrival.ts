import type { Profile } from "#convex/people/shared/people";
import { paths } from "../paths";

/** History state of the page after a sign-in that no guard asked for. */
export const arrival = { isArrival: true };

const homes: Partial<Record<Profile["role"], string>> = {
  organiser: paths.organiser,
  judge: paths.judge,
};

/** Where people with this role are led if they have just signed in; undefined if they stay on the dashboard. */
export function homeAfterSignIn(
  role: Profile["role"],
  state: unknown,
  isHelpOpen: boolean,
): string | undefined {
  const isArrival =
    typeof state === "object" && state !== null && "isArrival" in state;
  if (!isArrival) return undefined;
  return role === "mentor" && isHelpOpen ? paths.help : homes[role];
}
