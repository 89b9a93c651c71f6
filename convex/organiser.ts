/** The organiser area, apart from live content (announcements.ts, settings.ts). */
import { v } from "convex/values";
import { organiserMutation, organiserQuery } from "./functions";
import * as Help from "./help/requests";
import * as Assignments from "./judging/assignments";
import * as Scorecards from "./judging/scorecards";
import * as Appointments from "./roles/appointments";
import * as AuditLog from "./platform/auditLog";
import * as ContactMessages from "./contact/messages";
import * as Integrity from "./organiser/integrity";
import * as OrganiserLists from "./organiser/lists";
import * as Overview from "./organiser/overview";
import * as Places from "./people/places";
import * as RoleInvitations from "./roles/invitations";
import * as HandIns from "./projects/handIns";
import * as HandInReminder from "./organiser/handInReminder";
import * as TeamMending from "./organiser/teamMending";
import { literals } from "./platform/shared/input";
import { contactMessageValidator, subscriberValidator } from "./contact/shared";
import {
  importedPlacesValidator,
  importWayValidator,
  placeListsValidator,
  placesPlanValidator,
  placesSchema,
} from "./people/shared/people";
import { appointedRoleValidator } from "./platform/shared/roles";
import {
  appointmentOf,
  appointmentValidator,
  deskHelperSchema,
  roleInvitationSchema,
  roleListValidator,
} from "./roles/shared";
import { participantValidator } from "./organiser/shared";
import {
  integrityValidator,
  overviewValidator,
  waitingValidator,
} from "./organiser/shared";
import { auditRowValidator } from "./platform/shared/audit";
import {
  teamChangeValidator,
  teamOverviewValidator,
} from "./teams/shared/teams";

/** Returns the numbers of the event. */
export const overview = organiserQuery({
  args: {},
  returns: overviewValidator,
  handler: async (ctx) => Overview.read(ctx),
});

/** Returns how much waits for an answer, up to a hundred of each kind. */
export const waiting = organiserQuery({
  args: {},
  returns: waitingValidator,
  handler: async (ctx) => Overview.countWaiting(ctx),
});

/** Returns what contradicts itself in the rows of teams and people; nothing in sound data. */
export const integrity = organiserQuery({
  args: {},
  returns: integrityValidator,
  handler: async (ctx) => Integrity.check(ctx),
});

/**
 * Returns everyone with an account, in the order of signing up, up to the
 * limit of one read.
 */
export const participants = organiserQuery({
  args: {},
  returns: v.object({
    participants: v.array(participantValidator),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => OrganiserLists.listParticipants(ctx),
});

/**
 * Returns every team with its members, in the order of creation, up to the
 * limit of one read.
 */
export const teams = organiserQuery({
  args: {},
  returns: v.object({
    teams: v.array(teamOverviewValidator),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => OrganiserLists.listTeams(ctx),
});

/** Returns every subscriber, in the order of subscribing, up to the limit of one read. */
export const subscribers = organiserQuery({
  args: {},
  returns: v.object({
    subscribers: v.array(subscriberValidator),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => OrganiserLists.listSubscribers(ctx),
});

/**
 * Returns at most 500 messages: those that wait, the urgent ones first and then
 * the oldest, or those that are handled, the last handled first.
 */
export const messages = organiserQuery({
  args: { handled: v.boolean() },
  returns: v.array(contactMessageValidator),
  handler: async (ctx, args) => ContactMessages.listForOrganisers(ctx, args),
});

/** Returns the last 200 actions of organisers, the newest first. */
export const auditLog = organiserQuery({
  args: {},
  returns: v.array(auditRowValidator),
  handler: async (ctx) => AuditLog.listNewest(ctx),
});

/** Marks a message as handled, or as waiting again. @throws `not_found` */
export const markMessage = organiserMutation({
  args: { messageId: v.id("contactMessages"), handled: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => ContactMessages.mark(ctx, ctx.user, args),
});

/**
 * Renames a team, adds or removes a person, or makes a member the leader; also
 * while team changes are closed. A team whose last member is removed is deleted.
 * @throws `not_found`, `required`, `too_long`, `hidden_text`, `person_in_team`,
 *   `person_not_in_team`, `participants_only`, `team_full`, `project_would_go`; `changed_since`
 *   if the name or the leader is another one than was seen
 */
export const mendTeam = organiserMutation({
  args: { teamId: v.id("teams"), change: teamChangeValidator },
  returns: v.null(),
  handler: async (ctx, args) => TeamMending.mend(ctx, ctx.user, args),
});

/**
 * Reminds every team that has not handed in, by mail to its members and by an
 * announcement.
 * @returns the number of teams
 * @throws `submissions_not_open`, `submissions_closed`; `changed_since` within half an
 *   hour of the last time: another organiser has pressed it
 */
export const remindUnsubmitted = organiserMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx) => HandInReminder.remindUnsubmitted(ctx),
});

/** Returns what is known of the list of places and of the one before it; null before the first import. */
export const places = organiserQuery({
  args: {},
  returns: placeListsValidator,
  handler: async (ctx) => Places.lists(ctx),
});

/**
 * Returns to whom an import of these addresses would give a place, and from whom a replacement
 * would take it.
 * @throws `required`, `invalid_email`, `too_many`
 */
export const comparePlaces = organiserQuery({
  args: {},
  input: placesSchema,
  returns: placesPlanValidator,
  handler: async (ctx, { emails }) =>
    Places.compare(ctx, { how: "replace", emails }),
});

/** Returns the same of putting the list before back. */
export const comparePlacesBefore = organiserQuery({
  args: {},
  returns: placesPlanValidator,
  handler: async (ctx) => Places.compare(ctx, "put back"),
});

const toldFields = {
  seen: v.optional(v.nullable(v.id("placeLists"))),
  losing: v.optional(v.number()),
};

/**
 * Adds addresses to those that have a place at the event, or replaces them all. Accounts follow,
 * also those that are made later.
 * @throws `required`, `invalid_email`, `too_many`; `changed_since` if it is another list by now than
 *   the organiser saw (`seen`), or would take the place of another number of accounts (`losing`)
 */
export const importPlaces = organiserMutation({
  args: { how: importWayValidator, ...toldFields },
  input: placesSchema,
  returns: importedPlacesValidator,
  handler: async (ctx, args) => Places.change(ctx, ctx.user, args, args),
});

/**
 * Puts the list of places back that the last import has changed, within a week; again, it puts
 * that import back.
 * @throws `not_found`, `too_many`; `changed_since` as `importPlaces`
 */
export const putPlacesBack = organiserMutation({
  args: toldFields,
  returns: importedPlacesValidator,
  handler: async (ctx, told) => Places.change(ctx, ctx.user, "put back", told),
});

/** Returns who has a role, and who is invited to one. */
export const roles = organiserQuery({
  args: {},
  returns: roleListValidator,
  handler: async (ctx) => {
    const projects = await HandIns.listCurrent(ctx);
    const cards = await Assignments.listCurrent(ctx, projects);
    return RoleInvitations.listRoles(ctx, async (id) => {
      const own = cards.filter(({ judgeId }) => judgeId === id);
      const scored = own.filter(Scorecards.isScored).length;
      const helping = await Help.countHelping(ctx, id);
      return { scored, toScore: own.length - scored, helping };
    });
  },
});

/**
 * Mails each address a link that proves it and gives its owner the role.
 * @returns the addresses that are not invited, and why
 * @throws `required`, `invalid_email`, `too_many`, `rate_limited`
 */
export const invite = organiserMutation({
  args: { role: appointedRoleValidator },
  input: roleInvitationSchema,
  returns: v.array(v.object({ email: v.string(), why: v.string() })),
  handler: async (ctx, args) => RoleInvitations.invite(ctx, ctx.user, args),
});

/**
 * Lets the person with this address check people in, until `dismissDeskHelper`. The address must be
 * proven: anyone can sign up with a helper's address.
 * @throws `invalid_email`, `no_account`, `email_not_proven`, `stand_in_only`
 */
export const nameDeskHelper = organiserMutation({
  input: deskHelperSchema,
  returns: v.null(),
  handler: async (ctx, { email }) =>
    Appointments.nameDeskHelper(ctx, ctx.user, email),
});

/** Takes that back, with effect at once. @throws `not_found` */
export const dismissDeskHelper = organiserMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) =>
    Appointments.dismissDeskHelper(ctx, ctx.user, userId),
});

/** What the page showed of an invitation: its `expiresAt`. */
const seenInvitation = {
  invitationId: v.id("roleInvitations"),
  seen: v.optional(v.number()),
};

/**
 * Mails a new link in place of the old one.
 * @throws `not_found`, `rate_limited`; `changed_since` if another link was sent since `seen`
 */
export const inviteAgain = organiserMutation({
  args: seenInvitation,
  returns: v.null(),
  handler: async (ctx, { invitationId, seen }) =>
    RoleInvitations.sendAgain(ctx, ctx.user, invitationId, seen),
});

/** Ends an invitation: its link works no more. @throws `not_found`, `changed_since` as `inviteAgain` */
export const withdrawInvitation = organiserMutation({
  args: seenInvitation,
  returns: v.null(),
  handler: async (ctx, { invitationId, seen }) =>
    RoleInvitations.withdraw(ctx, ctx.user, invitationId, seen),
});

/**
 * Makes an organiser, a judge or a mentor a participant again, with effect at once. A
 * judge's scores still count; the unscored projects go to other judges.
 * @throws `not_found`, `last_organiser`; `changed_since` if the person has another role than
 *   was `seen`
 */
export const dismiss = organiserMutation({
  args: { userId: v.id("users"), seen: v.optional(appointedRoleValidator) },
  returns: appointmentValidator,
  handler: async (ctx, { userId, seen }) =>
    appointmentOf(await Appointments.dismiss(ctx, ctx.user, userId, seen)),
});

/**
 * Records in the audit log that the caller saved a list as a file, or copied its
 * addresses.
 * @throws `required` if `rows` is not a possible number of rows
 */
export const recordExport = organiserMutation({
  args: {
    list: literals(
      "participants",
      "teams",
      "projects",
      "messages",
      "subscribers",
      "auditLog",
      "results",
      "checkIns",
      "help",
    ),
    form: literals("file", "addresses"),
    rows: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, args) =>
    OrganiserLists.recordExport(ctx, ctx.user, args),
});
