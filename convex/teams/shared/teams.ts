/**
 * Teams: what people enter, what the functions return, and the rules of a team's member
 * list as pure functions: at most MAX_TEAM_SIZE members, in the order of joining, exactly one
 * of them the leader. Times are milliseconds since the epoch.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { facts } from "#edition/facts";
import {
  entered,
  singleLine,
  MAX_NAME_LENGTH,
  optionalLongText,
  refusing,
} from "../../platform/shared/input";
import { teamRoleValidator } from "../../platform/shared/roles";
import { codeIn, MAX_MESSAGE_LENGTH } from "../../platform/shared/codes";
import { isBlank } from "../../platform/shared/text";
import { isInviteCode } from "./inviteCodes";

export const MIN_TEAM_SIZE = facts.team.min;
export const MAX_TEAM_SIZE = facts.team.max;

/** Returns the code that was typed or pasted, as `codeIn` finds it. */
export function tidyInviteCode(typed: string): string {
  return codeIn(typed, isInviteCode);
}

const description = optionalLongText("Description", 500);

const teamName = singleLine("Team name", 50);

export const createTeamSchema = z.object({
  name: teamName,
  description: z._default(description, ""),
});

const unknownCode = refusing("invalid_invite_code", {});

/** The form for a code, which must match exactly; a link or a message may hold it. */
export const joinTeamSchema = z.object({
  inviteCode: entered("Invite code", MAX_MESSAGE_LENGTH, unknownCode).check(
    z.overwrite(tidyInviteCode),
    z.refine(isInviteCode, unknownCode),
  ),
});

/**
 * A code as the server accepts it. A malformed one is not refused here: it counts as a
 * wrong code.
 */
export const typedCodeSchema = z.object({
  inviteCode: z.string().check(
    z.overwrite(tidyInviteCode),
    z.refine(
      (code) => code.length > MAX_NAME_LENGTH || !isBlank(code),
      refusing("required", { label: "Invite code" }),
    ),
  ),
});

/** A leader's change of a team; absent fields stay as they are. */
export const editTeamSchema = z.object({
  name: z.optional(teamName),
  description: z.optional(description),
  isOpen: z.optional(z.boolean()),
});

/** The arguments with which an organiser renames a team. */
export const renameTeamSchema = z.object({ name: teamName });

/** A member of a team. */
export const teamMemberValidator = v.object({
  uid: v.id("users"),
  name: v.string(),
  role: teamRoleValidator,
  joinedAt: v.number(),
});
export type TeamMember = Infer<typeof teamMemberValidator>;

/** A team as its own members see it. */
export const teamViewValidator = v.object({
  _id: v.id("teams"),
  name: v.string(),
  description: v.string(),
  inviteCode: v.string(),
  /** False while the code admits nobody. */
  isOpen: v.boolean(),
  createdAt: v.number(),
  members: v.array(teamMemberValidator),
  /** Who of them has been checked in at the event. */
  arrived: v.array(v.id("users")),
  /** Another team whose name looks like this one's, and what the hall calls this one; absent if there is none. */
  namesake: v.optional(v.object({ name: v.string(), inHall: v.string() })),
});
export type TeamView = Infer<typeof teamViewValidator>;

/** A team as outsiders see it: names and roles, no ids and no code. */
export const teamPreviewValidator = v.object({
  name: v.string(),
  description: v.string(),
  members: v.array(v.object({ name: v.string(), role: teamRoleValidator })),
  freeSlots: v.number(),
  isOpen: v.boolean(),
});
export type TeamPreview = Infer<typeof teamPreviewValidator>;

/** A team as organisers see it: without the invite code, which only members see. */
export const teamOverviewValidator = v.object({
  _id: v.id("teams"),
  name: v.string(),
  description: v.string(),
  createdAt: v.number(),
  /** The hall's screen leaves it out. */
  isHiddenInHall: v.boolean(),
  members: v.array(
    v.object({ ...teamMemberValidator.fields, hasConfirmedPlace: v.boolean() }),
  ),
});
export type TeamOverview = Infer<typeof teamOverviewValidator>;

/** What an organiser changes in a team. */
export const teamChangeValidator = v.union(
  v.object({
    kind: v.literal("rename"),
    name: v.string(),
    /** The name that the organiser saw. */
    seen: v.optional(v.string()),
  }),
  v.object({ kind: v.literal("add"), userId: v.id("users") }),
  v.object({
    kind: v.literal("remove"),
    userId: v.id("users"),
    /** Whether the organiser was told that the team's project is deleted too. */
    withProject: v.optional(v.boolean()),
  }),
  v.object({
    kind: v.literal("lead"),
    userId: v.id("users"),
    /** The leader whom the organiser saw. */
    seen: v.optional(v.id("users")),
  }),
  v.object({ kind: v.literal("hall"), isHidden: v.boolean() }),
);
export type TeamChange = Infer<typeof teamChangeValidator>;

/** Returns true if no one else may join. */
export function isFull(members: readonly TeamMember[]): boolean {
  return members.length >= MAX_TEAM_SIZE;
}

/** Returns how many more people may join. */
export function freeSlots(members: readonly TeamMember[]): number {
  return Math.max(0, MAX_TEAM_SIZE - members.length);
}

/**
 * Returns the list without one person. If that was the leader, the first
 * remaining member leads.
 */
export function without(
  members: readonly TeamMember[],
  uid: TeamMember["uid"],
): TeamMember[] {
  const [first, ...others] = members.filter((member) => member.uid !== uid);
  if (first === undefined) return [];
  const remaining = [first, ...others];
  return remaining.some((member) => member.role === "leader")
    ? remaining
    : [{ ...first, role: "leader" }, ...others];
}

/** Returns the list with this person as its only leader; the order stays. */
export function ledBy(
  members: readonly TeamMember[],
  uid: TeamMember["uid"],
): TeamMember[] {
  return members.map((member) => ({
    ...member,
    role: member.uid === uid ? "leader" : "member",
  }));
}

/** Returns the list with a new name for one person. */
export function renamed(
  members: readonly TeamMember[],
  uid: TeamMember["uid"],
  name: string,
): TeamMember[] {
  return members.map((member) =>
    member.uid === uid ? { ...member, name } : member,
  );
}
