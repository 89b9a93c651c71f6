/** Roles: what organisers enter to give one, and what the functions return. */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { addresses } from "../people/shared/people";
import { email, literals } from "../platform/shared/input";
import {
  accountRoleValidator,
  appointedRoleValidator,
} from "../platform/shared/roles";

/** How many addresses one press invites. */
export const MAX_INVITED_AT_ONCE = 20;

/** The addresses that an organiser invites to a role. */
export const roleInvitationSchema = z.object({
  emails: addresses(MAX_INVITED_AT_ONCE),
});

/** The address of an account that an organiser names for the check-in desk. */
export const deskHelperSchema = z.object({ email });

/** Who has a role, and who is invited to one. Times in milliseconds since the epoch. */
export const roleListValidator = v.object({
  people: v.array(
    v.object({
      _id: v.id("users"),
      name: v.string(),
      email: v.string(),
      role: appointedRoleValidator,
      /** What the person has to do in the role, and what ends with it. */
      has: v.object({
        scored: v.number(),
        toScore: v.number(),
        helping: v.number(),
        invitations: v.number(),
      }),
    }),
  ),
  /** The helpers at the check-in desk, whatever their role. */
  deskHelpers: v.array(
    v.object({ _id: v.id("users"), name: v.string(), email: v.string() }),
  ),
  invitations: v.array(
    v.object({
      _id: v.id("roleInvitations"),
      email: v.string(),
      role: appointedRoleValidator,
      /** Null until the mail provider has taken the mail. */
      mailedAt: v.nullable(v.number()),
      expiresAt: v.number(),
      /** False once whoever invited them is no organiser any more. */
      isVouchedFor: v.boolean(),
    }),
  ),
});
export type RoleList = Infer<typeof roleListValidator>;

/** An invitation as its link shows it. */
export const shownInvitationValidator = v.object({
  email: v.string(),
  role: appointedRoleValidator,
  /**
   * What accepting takes: an account to be made, an account whose address nobody has
   * proven (a new password, or being signed in to it), one that a page in Google's place
   * made (a new password), or a press.
   */
  account: literals("none", "unproven", "stand-in", "proven"),
  /** The address of whoever is signed in; null for a visitor. */
  viewer: v.nullable(v.string()),
});
export type ShownInvitation = Infer<typeof shownInvitationValidator>;

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
