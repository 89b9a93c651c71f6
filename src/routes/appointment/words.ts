import type { AppointedRole } from "#convex/platform/shared/roles";
import { paths } from "../../paths";

export function asRole(role: AppointedRole): string {
  return role === "organiser" ? "an organiser" : `a ${role}`;
}

/** Where somebody with this role begins. */
export function homeOf(role: AppointedRole): string {
  return role === "mentor" ? paths.dashboard : paths[role];
}

export const welcome = (role: AppointedRole) => `You are ${asRole(role)} now`;
