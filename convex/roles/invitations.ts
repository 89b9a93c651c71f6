/**
 * Invitations by mail to become an organiser, a judge or a mentor. Only this module writes
 * `roleInvitations`; upkeep/expiry.ts deletes old rows. The link carries 256 random
 * bits, of which only the hash is stored. It works once, within a week, and while whoever
 * sent it is an organiser. Following it proves the address, as a reset link does.
 */
import { facts } from "#edition/facts";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internal } from "../_generated/api";
import { isAppError, refuse } from "../platform/shared/errors";
import type { AppointedRole } from "../platform/shared/roles";
import type { RoleList, ShownInvitation } from "./shared";
import type { NotingCtx } from "../platform/facts";
import * as AuditLog from "../platform/auditLog";
import { mailOf, type Mail } from "../platform/mail";
import * as RateLimits from "../platform/rateLimits";
import { roleInvitationLink } from "../platform/siteAddress";
import * as Accounts from "../signIn/accounts";
import * as PasswordResets from "../signIn/passwordResets";
import type * as Sessions from "../signIn/sessions";
import * as Appointments from "./appointments";
import * as Users from "../people/users";

type Invitation = Doc<"roleInvitations">;
type User = Doc<"users">;

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** Who invites the same address within this time has not seen that it was invited: one link is enough. */
const REPEAT_MS = 60_000;

/** How many invitations organisers see, and how many rows of one address are read. */
const MAX_LISTED = 200;

const ROLES: AppointedRole[] = ["organiser", "judge", "mentor"];

/** What somebody who has a role is doing with it. */
type Work = Omit<RoleList["people"][number]["has"], "invitations">;

/** Returns who has a role, and the invitations that are not accepted, the newest first. */
export async function listRoles(
  ctx: QueryCtx,
  workOf: (id: User["_id"]) => Promise<Work>,
): Promise<RoleList> {
  const people: Omit<RoleList["people"][number], "has">[] = [];
  for (const role of ROLES)
    for (const user of await Users.listWithRole(ctx, role))
      people.push({
        _id: user._id,
        name: user.displayName,
        email: user.email,
        role,
      });
  const open = await ctx.db
    .query("roleInvitations")
    .withIndex("by_is_used", (q) => q.eq("isUsed", false))
    .order("desc")
    .take(MAX_LISTED);
  const organisers = new Set(
    people.filter(({ role }) => role === "organiser").map(({ _id }) => _id),
  );
  const deskHelpers = await Users.listDeskHelpers(ctx);
  const hasOf = async (id: User["_id"]) => ({
    ...(await workOf(id)),
    invitations: open.filter(({ invitedBy }) => invitedBy === id).length,
  });
  return {
    people: await Promise.all(
      people.map(async (one) => ({ ...one, has: await hasOf(one._id) })),
    ),
    deskHelpers: deskHelpers.map(({ _id, displayName: name, email }) => ({
      _id,
      name,
      email,
    })),
    invitations: open.map(({ _id, email, role, ...row }) => ({
      _id,
      email,
      role,
      mailedAt: row.mailedAt ?? null,
      expiresAt: row.expiresAt,
      isVouchedFor: organisers.has(row.invitedBy),
    })),
  };
}

/**
 * Invites these addresses, each in place of an earlier invitation, and schedules the mails.
 * @returns the addresses that are not invited, and why: their owner has the role, or could
 *   not accept
 */
export async function invite(
  ctx: MutationCtx,
  organiser: User,
  { emails, role }: { emails: readonly string[]; role: AppointedRole },
): Promise<{ email: string; why: string }[]> {
  const left: { email: string; why: string }[] = [];
  const invited: Id<"roleInvitations">[] = [];
  for (const email of new Set(emails)) {
    const why =
      (await whyNot(ctx, email, role)) ?? (await whyNotAgain(ctx, email, role));
    if (why !== null) left.push({ email, why });
    else invited.push(await put(ctx, organiser, { email, role }));
  }
  if (invited.length > 0) {
    await record(ctx, organiser, "invitation sent", role, invited.length);
    await mailLater(ctx, invited);
  }
  return left;
}

/**
 * Sends a new link in place of the old one, unless another one was sent since `seen`, which is
 * what the page showed as `expiresAt`.
 */
export async function sendAgain(
  ctx: MutationCtx,
  organiser: User,
  id: Id<"roleInvitations">,
  seen?: number,
): Promise<void> {
  const invitation = await getOpen(ctx, id, seen);
  await put(ctx, organiser, invitation);
  await record(ctx, organiser, "invitation sent", invitation.role, 1);
  await mailLater(ctx, [id]);
}

/** Ends an invitation: its link works no more. `seen` as for `sendAgain`. */
export async function withdraw(
  ctx: MutationCtx,
  organiser: User,
  id: Id<"roleInvitations">,
  seen?: number,
): Promise<void> {
  const { role } = await getOpen(ctx, id, seen);
  await ctx.db.delete("roleInvitations", id);
  await record(ctx, organiser, "invitation withdrawn", role, 1);
}

/** Stores the hash of a link that is about to be mailed. @returns null if none is to be */
export async function setToken(
  ctx: MutationCtx,
  id: Id<"roleInvitations">,
  tokenHash: string,
): Promise<{ email: string; role: AppointedRole; by: string } | null> {
  const invitation = await ctx.db.get("roleInvitations", id);
  if (invitation === null || invitation.isUsed) return null;
  await ctx.db.patch("roleInvitations", id, { tokenHash });
  const organiser = await ctx.db.get("users", invitation.invitedBy);
  const { email, role } = invitation;
  return { email, role, by: organiser?.displayName ?? "The organisers" };
}

/** Records that the provider has taken the mails. */
export async function noteMailed(
  ctx: MutationCtx,
  ids: readonly Id<"roleInvitations">[],
): Promise<void> {
  for (const id of ids)
    if ((await ctx.db.get("roleInvitations", id)) !== null)
      await ctx.db.patch("roleInvitations", id, { mailedAt: Date.now() });
}

/** Returns what a link's page shows. */
export async function show(
  ctx: QueryCtx,
  tokenHash: string,
): Promise<Omit<ShownInvitation, "viewer">> {
  const { email, role } = (await find(ctx, tokenHash)).invitation;
  const user = await Users.findByEmail(ctx, email);
  return { email, role, account: await standingOf(ctx, user) };
}

async function standingOf(ctx: QueryCtx, user: User | null) {
  if (user === null) return "none";
  if ((await Accounts.standInsOf(ctx, user)).length > 0) return "stand-in";
  return Users.hasProvenEmail(user) ? "proven" : "unproven";
}

/**
 * Appoints the owner of the address, who has an account: the link proves the address. An
 * account whose address nobody had proven may be somebody else's: there the owner must be
 * signed in, or choose a password (`acceptWithPassword`). Whoever has come by the stand-in for
 * Google may be anybody, so there only a password counts.
 * @param viewer who is signed in; null for a visitor
 * @returns the person
 * @throws `invitation_needs_password`, and as `show` and `Appointments.appointInvited`
 */
export async function accept(
  ctx: MutationCtx,
  viewer: User | null,
  tokenHash: string,
): Promise<User> {
  const { invitation, organiser } = await find(ctx, tokenHash);
  const user = await Users.findByEmail(ctx, invitation.email);
  const standing = await standingOf(ctx, user);
  const isOthers = standing === "unproven" && viewer?._id !== user?._id;
  if (user === null || standing === "stand-in" || isOthers)
    return refuse("invitation_needs_password");
  if (standing === "unproven") await Users.markEmailProven(ctx, user._id);
  await markUsed(ctx, invitation);
  return Appointments.appointInvited(ctx, organiser, user, invitation.role);
}

/**
 * Makes the account that is invited, or takes over one whose address nobody has proven;
 * appoints and signs in. `secret` is the hashed password.
 * @throws as `accept`, and `email_in_use` if the account's owner has proven the address
 *   meanwhile
 */
export async function acceptWithPassword(
  ctx: NotingCtx,
  {
    tokenHash,
    name,
    secret,
  }: { tokenHash: string; name: string; secret: string },
): Promise<Sessions.SignedIn> {
  const { invitation, organiser } = await find(ctx, tokenHash);
  const { email, role } = invitation;
  const known = await Users.findByEmail(ctx, email);
  if ((await standingOf(ctx, known)) === "proven") refuse("email_in_use");
  if (known !== null) await Users.rename(ctx, known, name);
  const signedIn =
    known === null
      ? await Accounts.createWithPassword(ctx, { name, email, secret })
      : await PasswordResets.takeOver(ctx, known, secret);
  await Users.markEmailProven(ctx, signedIn.userId);
  const user = await ctx.db.get("users", signedIn.userId);
  if (user === null) throw new Error("the account is gone");
  await markUsed(ctx, invitation);
  await Appointments.appointInvited(ctx, organiser, user, role);
  return signedIn;
}

/** Returns the invitations of an address that are stored. */
export async function listOf(ctx: QueryCtx, email: string) {
  return ctx.db
    .query("roleInvitations")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(MAX_LISTED);
}

/** Deletes the invitations of an address. */
export async function removeAll(ctx: MutationCtx, email: string) {
  for (const { _id } of await listOf(ctx, email))
    await ctx.db.delete("roleInvitations", _id);
}

/** Composes the mail. `by` is the name of the organiser who invites. */
export function invitationMail(
  to: string,
  { role, by, token }: { role: AppointedRole; by: string; token: string },
): Mail {
  const a = role === "organiser" ? "an organiser" : `a ${role}`;
  return mailOf(to, {
    subject: `You are invited to ${facts.edition} as ${a}`,
    paragraphs: [
      "Hello,",
      `${by} invites you to ${facts.edition} as ${a}. Open the page and accept; if you have no account yet, you choose a name and a password there.`,
    ],
    button: { words: "See the invitation", link: roleInvitationLink(token) },
    notes: [
      "The link works once and for seven days.",
      "If you did not expect this, ignore this email: nothing changes unless the link is used.",
    ],
  });
}

/** Stores an invitation in place of the open one of its address. */
async function put(
  ctx: MutationCtx,
  organiser: User,
  { email, role }: { email: string; role: AppointedRole },
): Promise<Id<"roleInvitations">> {
  await RateLimits.requireAndTake(ctx, "inviteToRole", organiser._id);
  const fields = {
    email,
    role,
    invitedBy: organiser._id,
    tokenHash: undefined,
    mailedAt: undefined,
    expiresAt: Date.now() + LIFETIME_MS,
    isUsed: false,
  };
  const open = (await listOf(ctx, email)).find(({ isUsed }) => !isUsed);
  if (open === undefined) return ctx.db.insert("roleInvitations", fields);
  await ctx.db.patch("roleInvitations", open._id, fields);
  return open._id;
}

/** Returns why somebody cannot be invited to a role now; null if they can. */
async function whyNot(ctx: QueryCtx, email: string, role: AppointedRole) {
  const user = await Users.findByEmail(ctx, email);
  if (user === null) return null;
  if (user.role === role)
    return `${user.displayName} is ${role === "organiser" ? "an" : "a"} ${role} already`;
  try {
    await Appointments.requireFree(ctx, user, role);
    return null;
  } catch (error) {
    if (isAppError(error)) return error.data.message;
    throw error;
  }
}

/** Returns an invitation that works, and the organiser who vouches for it. */
async function find(ctx: QueryCtx, tokenHash: string) {
  const invitation = await ctx.db
    .query("roleInvitations")
    .withIndex("by_token_hash", (q) => q.eq("tokenHash", tokenHash))
    .first();
  if (invitation === null) return refuse("invitation_invalid");
  if (invitation.isUsed) return refuse("invitation_used");
  if (invitation.expiresAt <= Date.now()) return refuse("invitation_expired");
  const organiser = await ctx.db.get("users", invitation.invitedBy);
  if (organiser?.role !== "organiser") return refuse("invitation_invalid");
  return { invitation, organiser };
}

/** Returns why an address need not be invited now: its link has just been sent. */
async function whyNotAgain(ctx: QueryCtx, email: string, role: AppointedRole) {
  const latest = Date.now() + LIFETIME_MS - REPEAT_MS;
  const sent = (await listOf(ctx, email)).some(
    (row) => !row.isUsed && row.role === role && row.expiresAt > latest,
  );
  return sent ? "An invitation was sent a moment ago" : null;
}

async function getOpen(
  ctx: QueryCtx,
  id: Id<"roleInvitations">,
  seen: number | undefined,
) {
  const invitation = await ctx.db.get("roleInvitations", id);
  if (invitation === null || invitation.isUsed)
    return refuse("not_found", { label: "This invitation" });
  if (seen !== undefined && invitation.expiresAt !== seen)
    refuse("changed_since", {
      what: "Another organiser has sent this invitation again.",
    });
  return invitation;
}

async function markUsed(ctx: MutationCtx, { _id }: Invitation): Promise<void> {
  await ctx.db.patch("roleInvitations", _id, { isUsed: true });
}

async function mailLater(
  ctx: MutationCtx,
  invitationIds: Id<"roleInvitations">[],
): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.roles.jobs.mailInvitations, {
    invitationIds,
  });
}

/** The entry names no address, because it outlives the account. */
async function record(
  ctx: MutationCtx,
  organiser: User,
  action: "invitation sent" | "invitation withdrawn",
  role: AppointedRole,
  addresses: number,
): Promise<void> {
  await AuditLog.record(ctx, organiser, {
    action,
    target: role,
    after: { addresses },
  });
}
