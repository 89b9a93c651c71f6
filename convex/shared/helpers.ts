/** Judges and mentors: people who help the event and do not take part in it. Organisers appoint them. */
import { v, type Infer } from "convex/values";
import { accountRoleValidator } from "./validators";

/** Whom organisers appoint. */
export const helperRoleValidator = v.union(
  v.literal("judge"),
  v.literal("mentor"),
);
export type HelperRole = Infer<typeof helperRoleValidator>;

/** The person as they are now, so that whoever appoints can check who it is. */
export const appointmentValidator = v.object({
  name: v.string(),
  email: v.string(),
  role: accountRoleValidator,
});
export type Appointment = Infer<typeof appointmentValidator>;

/** Returns the person as the appointment tells of them. */
export function appointmentOf({
  displayName,
  email,
  role,
}: Omit<Appointment, "name"> & { displayName: string }): Appointment {
  return { name: displayName, email, role };
}

/**
 * Returns true for judges and mentors, who form no teams and do not see what
 * participants show each other.
 */
export function isHelper(
  role: Infer<typeof accountRoleValidator>,
): role is HelperRole {
  return role === "judge" || role === "mentor";
}
