import { v, type Infer } from "convex/values";
import { accountRoleValidator } from "./validators";

/** Whom organisers appoint. */
export const helperRoleValidator = v.union(
  v.literal("judge"),
  v.literal("mentor"),
);

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
