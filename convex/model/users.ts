/** The only writer of `users`, except for `teamId` and `teamRole` (see teams.ts). */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Profile } from "../shared/validators";
import * as Teams from "./teams";

/** The profile as its owner sees it. */
export function profileOf(user: Doc<"users">): Profile {
  return {
    _id: user._id,
    name: user.name,
    displayName: user.displayName,
    email: user.email,
    image: user.image ?? null,
    createdAt: user.createdAt,
    role: user.role,
    isProfileComplete: user.isProfileComplete,
    teamId: user.teamId,
    teamRole: user.teamRole,
  };
}

/** Adds a person with the defaults of a new account. */
export async function create(
  ctx: MutationCtx,
  person: { name: string; email: string },
): Promise<Doc<"users">["_id"]> {
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

/** Changes the name a person goes by, in the profile and in the team. */
export async function rename(
  ctx: MutationCtx,
  user: Doc<"users">,
  name: string,
): Promise<void> {
  await ctx.db.patch("users", user._id, { name, displayName: name });
  await Teams.renameMember(ctx, user, name);
}
