/**
 * The only writer of `users`, except for `teamId`, `teamRole` and `lostTeam` (teams.ts) and
 * `judgedTracks` (judges.ts).
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  isComplete,
  MAX_PLACES,
  type ProfileChange,
  type Profile,
  type ProfileTexts,
} from "./shared/people";
import type { AppointedRole } from "../platform/shared/roles";
import type { MailKind } from "../platform/shared/mail";
import { readBounded } from "../platform/boundedRead";
import type { NotingCtx } from "../platform/facts";

type User = Doc<"users">;

/** Returns the profile as its owner sees it. */
export function profileOf(user: User): Profile {
  return {
    _id: user._id,
    name: user.name,
    displayName: user.displayName,
    email: user.email,
    image: user.image ?? null,
    createdAt: user.createdAt,
    role: user.role,
    teamId: user.teamId,
    teamRole: user.teamRole,
    lostTeam: user.lostTeam ?? null,
    hasRegisteredPlace: user.hasRegisteredPlace ?? false,
    hasConfirmedPlace: hasConfirmedPlace(user),
    isDeskHelper: user.isDeskHelper ?? false,
    mailOff: user.mailOff ?? [],
    ...textsOf(user),
  };
}

/** Returns the person's profile fields. */
export function textsOf(user: User): ProfileTexts {
  return {
    isProfileComplete: user.isProfileComplete,
    college: user.college ?? "",
    graduationYear: user.graduationYear ?? null,
    skills: user.skills ?? [],
    about: user.about ?? "",
    links: user.links ?? { github: "", portfolio: "" },
  };
}

/** Returns the person with this address, proven or not; null if there is none. */
export async function findByEmail(ctx: QueryCtx, email: string) {
  return ctx.db
    .query("users")
    .withIndex("email", (q) => q.eq("email", email))
    .first();
}

/** Returns the people with an account, in the order of signing up, up to the limit of one read. */
export async function readAll(ctx: QueryCtx) {
  return readBounded(ctx.db.query("users").withIndex("by_creation_time"));
}

/** Returns all people with an account: a fraction of them would take the place of the others. */
export async function readEverybody(ctx: QueryCtx): Promise<User[]> {
  const { rows, isComplete } = await readBounded(
    ctx.db.query("users").withIndex("by_creation_time"),
    { rows: 20_000, bytes: 12 * 2 ** 20 },
  );
  if (!isComplete) throw new Error("too many accounts to read");
  return rows;
}

/** An upper bound for the people of one role at one event. */
const MAX_WITH_ROLE = 300;

/** Returns the people with a role, in the order of signing up. */
export async function listWithRole(
  ctx: QueryCtx,
  role: AppointedRole,
  limit = MAX_WITH_ROLE,
): Promise<User[]> {
  return ctx.db
    .query("users")
    .withIndex("by_role", (q) => q.eq("role", role))
    .take(limit);
}

/** Returns true if somebody is an organiser, a judge or a mentor. */
export async function isAnybodyAppointed(ctx: QueryCtx): Promise<boolean> {
  const roles = ["organiser", "judge", "mentor"] as const;
  const people = await Promise.all(
    roles.map((role) => listWithRole(ctx, role, 1)),
  );
  return people.flat().length > 0;
}

/** Returns the people whose place is confirmed. */
export async function listWithConfirmedPlace(ctx: QueryCtx): Promise<User[]> {
  return ctx.db
    .query("users")
    .withIndex("by_has_confirmed_place", (q) => q.eq("hasConfirmedPlace", true))
    .take(MAX_PLACES);
}

/** Returns true if the organisers' last import of places has the person's address. */
export function hasConfirmedPlace(user: User): boolean {
  return user.hasConfirmedPlace ?? false;
}

/** Returns true if the person has proven that they read mail to their address. */
export function hasProvenEmail(user: User): boolean {
  return user.emailVerificationTime !== undefined;
}

/**
 * Adds a person with the defaults of a new account and returns their id. Nobody
 * may have the address yet.
 */
export async function create(
  ctx: MutationCtx,
  person: Pick<
    User,
    "name" | "email" | "image" | "emailVerificationTime" | "hasConfirmedPlace"
  >,
): Promise<User["_id"]> {
  return ctx.db.insert("users", {
    ...person,
    displayName: person.name,
    createdAt: Date.now(),
    role: "participant",
    isProfileComplete: false,
    teamId: null,
    teamRole: null,
  });
}

/** Changes a person's name. */
export async function rename(ctx: NotingCtx, user: User, name: string) {
  await ctx.db.patch("users", user._id, { name, displayName: name });
  ctx.note({ kind: "profile changed", userId: user._id });
}

/**
 * Merges the given fields into the profile, and records whether it is complete.
 */
export async function update(
  ctx: NotingCtx,
  user: User,
  change: ProfileChange,
): Promise<void> {
  const { displayName, links, ...rest } = change;
  const { college, graduationYear, skills, about } = {
    ...textsOf(user),
    ...rest,
  };
  await ctx.db.patch("users", user._id, {
    college,
    graduationYear: graduationYear ?? undefined,
    skills,
    about,
    links: { ...textsOf(user).links, ...links },
    isProfileComplete: isComplete({ college, graduationYear }),
    ...(displayName !== undefined &&
      displayName !== user.displayName && { name: displayName, displayName }),
  });
  ctx.note({ kind: "profile changed", userId: user._id });
}

/** Records what the person says about their place at the event. */
export async function notePlace(
  ctx: MutationCtx,
  user: User,
  hasRegisteredPlace: boolean,
): Promise<void> {
  if ((user.hasRegisteredPlace ?? false) !== hasRegisteredPlace)
    await ctx.db.patch("users", user._id, { hasRegisteredPlace });
}

/** Switches a kind of mail to the person on or off. */
export async function switchMail(
  ctx: MutationCtx,
  { _id, mailOff = [] }: User,
  kind: MailKind,
  isOn: boolean,
): Promise<void> {
  if (isOn !== mailOff.includes(kind)) return;
  const others = mailOff.filter((other) => other !== kind);
  await ctx.db.patch("users", _id, {
    mailOff: isOn ? others : [...others, kind],
  });
}

/** Returns the helpers at the check-in desk, in the order of signing up. */
export async function listDeskHelpers(ctx: QueryCtx): Promise<User[]> {
  return ctx.db
    .query("users")
    .withIndex("by_is_desk_helper", (q) => q.eq("isDeskHelper", true))
    .take(MAX_WITH_ROLE);
}

/** Records that the person has proven their address. */
export async function markEmailProven(ctx: MutationCtx, userId: User["_id"]) {
  await ctx.db.patch("users", userId, { emailVerificationTime: Date.now() });
}

/** Writes what organisers decide about a person, with effect at once. */
export async function decide(
  ctx: MutationCtx,
  userId: User["_id"],
  decided: Partial<Pick<User, "role" | "isDeskHelper" | "hasConfirmedPlace">>,
): Promise<void> {
  await ctx.db.patch("users", userId, decided);
}

/** Deletes the profile of somebody who is in no team any more. */
export async function remove(ctx: MutationCtx, userId: User["_id"]) {
  await ctx.db.delete("users", userId);
}
