/** Judges and mentors: people who help the event and do not take part in it. */
import type { Infer } from "convex/values";
import type { helperRoleValidator } from "./appointment";
import type { accountRoleValidator } from "./validators";

export type HelperRole = Infer<typeof helperRoleValidator>;

/**
 * Returns true for judges and mentors, who form no teams and do not see what
 * participants show each other.
 */
export function isHelper(
  role: Infer<typeof accountRoleValidator>,
): role is HelperRole {
  return role === "judge" || role === "mentor";
}
