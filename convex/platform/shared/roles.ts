import type { Infer } from "convex/values";
import { literals } from "./input";

/**
 * Everyone starts as a participant. The operator appoints the first organiser
 * (roles/jobs.ts, or in the data browser), organisers invite the others by mail.
 * Organisers may do what mentors do.
 */
export const accountRoleValidator = literals(
  "participant",
  "organiser",
  "judge",
  "mentor",
);

/** The roles that somebody is appointed to. */
export const appointedRoleValidator = literals("organiser", "judge", "mentor");
export type AppointedRole = Infer<typeof appointedRoleValidator>;
/** Judges and mentors, who help the event and do not take part in it. */
export type HelperRole = Exclude<AppointedRole, "organiser">;

/**
 * Returns true for judges and mentors, who form no teams and do not see what
 * participants show each other.
 */
export function isHelper(
  role: Infer<typeof accountRoleValidator>,
): role is HelperRole {
  return role === "judge" || role === "mentor";
}

/** Returns true for mentors and organisers, who help teams (`/help`). */
export function canHelp(role: Infer<typeof accountRoleValidator>): boolean {
  return role === "mentor" || role === "organiser";
}

/** What a person is in their team. */
export const teamRoleValidator = literals("leader", "member");
export type TeamRole = Infer<typeof teamRoleValidator>;
