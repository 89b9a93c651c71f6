/**
 * Exports and deletes what is stored about a person. Writes through the modules
 * that own the tables.
 *
 * What is stored under a person's address (messages to the organisers, the
 * subscription) is theirs only once the address is proven, because anyone can
 * sign up with any address. Deleting an account leaves messages to the organisers, what
 * the person wrote in the team's project, and what it has handed in (without the name),
 * the id of a team's creator (which then refers to no row), and the name of an
 * organiser in the audit log (platform/auditLog.ts says why), on their announcements, on
 * the messages, reports and change requests that they handled and on the projects that
 * they handed in for a team, and the names of those for whom organisers did something,
 * in the audit log. A judge's marks stay without name and notes.
 * Counters stay too, under a hash of the address and for two hours at most: otherwise
 * deleting an account would be a way around every limit. What is in backups and sent
 * mails is beyond this module; the page says so before it deletes.
 */
import { pick } from "convex-helpers";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Accounts from "../signIn/accounts";
import * as Assignments from "../judging/assignments";
import * as AuditLog from "../platform/auditLog";
import * as CheckIns from "../checkIns/checkIns";
import * as ContactMessages from "../contact/messages";
import * as Devices from "../push/devices";
import * as Finding from "../listings/data";
import * as Help from "../help/requests";
import * as Judges from "../judging/judges";
import * as JudgeDesk from "../judging/desk";
import * as Places from "../people/places";
import * as RoleInvitations from "../roles/invitations";
import * as ReadKeys from "../platform/readKeys";
import * as PasswordResets from "../signIn/passwordResets";
import type { NotingCtx } from "../platform/facts";
import * as Projects from "../projects/projects";
import * as ProjectWork from "../projects/data";
import * as Sessions from "../signIn/sessions";
import * as Subscribers from "../contact/subscribers";
import * as Teams from "../teams/teams";
import * as Users from "../people/users";

type User = Doc<"users">;

/** Returns everything that is stored about the person, except hashes and keys. */
export async function collect(ctx: QueryCtx, user: User) {
  const accounts = await Accounts.listOf(ctx, user._id);
  const sessions = await Sessions.listOf(ctx, user._id);
  const resets = await PasswordResets.listOf(ctx, user._id);
  const actions = await AuditLog.listOf(ctx, user._id);
  return {
    profile: {
      ...Users.profileOf(user),
      emailProvenAt: user.emailVerificationTime ?? null,
    },
    team: await membershipOf(ctx, user),
    signInMethods: accounts.map((account) => ({
      provider: account.provider,
      accountId: account.providerAccountId,
      addedAt: account._creationTime,
    })),
    sessions: sessions.map(({ _creationTime, expirationTime }) => ({
      startedAt: _creationTime,
      expiresAt: expirationTime,
    })),
    passwordResets: resets.map(({ _creationTime, expiresAt, isUsed }) => ({
      requestedAt: _creationTime,
      expiresAt,
      isUsed,
    })),
    ...(await underAddress(ctx, user)),
    phones: (await Devices.listOf(ctx, user._id)).map(
      ({ _creationTime: registeredAt, endpoint }) => ({
        registeredAt,
        service: new URL(endpoint).host,
      }),
    ),
    checkIn: await CheckIns.collect(ctx, user._id),
    finding: await Finding.collect(ctx, user._id),
    help: await Help.collect(ctx, user._id),
    judging: await JudgeDesk.collect(ctx, user),
    project: await ProjectWork.collect(ctx, user),
    organiserActions: actions.map((row) => pick(row, ["at", "action"])),
  };
}

/**
 * Takes the person out of their team and deletes everything that belongs to
 * them alone.
 */
export async function remove(
  ctx: NotingCtx,
  user: User,
  {
    alsoUnsubscribe,
    withProject,
  }: { alsoUnsubscribe: boolean; withProject: boolean },
): Promise<void> {
  if (Users.hasProvenEmail(user)) {
    if (alsoUnsubscribe) await Subscribers.remove(ctx, user.email);
    await RoleInvitations.removeAll(ctx, user.email);
    await Places.forget(ctx, user.email);
  }
  await Sessions.endAll(ctx, user._id);
  await Accounts.removeAll(ctx, user._id);
  await PasswordResets.removeAll(ctx, user._id);
  await Devices.removeAllOf(ctx, user._id);
  await CheckIns.removeOf(ctx, user._id);
  const formerTeams = await Judges.conflictsOf(ctx, user._id);
  await ProjectWork.forget(
    ctx,
    user,
    formerTeams.map(({ teamId }) => teamId),
  );
  await Help.forget(ctx, user._id);
  const ending = { byMembers: false, withProject };
  if (user.teamId !== null)
    await Teams.leave(ctx, user, Projects.mayEndTeam(ctx, ending));
  await Users.remove(ctx, user._id);
  await Finding.removeAllOf(ctx, user._id);
  await ReadKeys.renew(ctx, "listings");
  await Assignments.forget(ctx, user._id);
}

/**
 * The team and the person's own membership. The other members' data is not
 * theirs to export.
 */
async function membershipOf(ctx: QueryCtx, user: User) {
  const team = await Teams.findOwn(ctx, user);
  const member = team?.members.find(({ uid }) => uid === user._id);
  if (!team || !member) return null;
  return {
    ...pick(team, ["name", "description", "inviteCode"]),
    ...pick(member, ["role", "joinedAt"]),
  };
}

async function underAddress(ctx: QueryCtx, user: User) {
  if (!Users.hasProvenEmail(user))
    return { subscription: null, roleInvitations: [], contactMessages: [] };
  const subscriber = await Subscribers.find(ctx, user.email);
  const messages = await ContactMessages.listOf(ctx, user.email);
  const invitations = await RoleInvitations.listOf(ctx, user.email);
  return {
    roleInvitations: invitations.map(
      ({ _creationTime: invitedAt, role, expiresAt, isUsed }) => ({
        role,
        invitedAt,
        expiresAt,
        isUsed,
      }),
    ),
    subscription: subscriber && pick(subscriber, ["consentedAt"]),
    contactMessages: messages.map((row) =>
      pick(row, ["name", "subject", "message", "createdAt"]),
    ),
  };
}
