/** What organisers see and do besides live content (announcements.ts, settings.ts). */
import { v } from "convex/values";
import { organiserMutation, organiserQuery } from "./functions";
import * as AuditLog from "./model/auditLog";
import * as ContactMessages from "./model/contactMessages";
import * as Integrity from "./model/integrity";
import * as OrganiserLists from "./model/organiserLists";
import * as Overview from "./model/overview";
import {
  auditRowValidator,
  contactMessageValidator,
  exportedListValidator,
  integrityValidator,
  overviewValidator,
  participantValidator,
  subscriberValidator,
  teamOverviewValidator,
} from "./shared/validators";

/** The numbers of the event. */
export const overview = organiserQuery({
  args: {},
  returns: overviewValidator,
  handler: async (ctx) => Overview.read(ctx),
});

/** Whether teams and people agree: all zero, or something is wrong. */
export const integrity = organiserQuery({
  args: {},
  returns: integrityValidator,
  handler: async (ctx) => Integrity.check(ctx),
});

/** Everybody with an account, in the order of signing up. */
export const participants = organiserQuery({
  args: {},
  returns: v.object({
    participants: v.array(participantValidator),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => OrganiserLists.listParticipants(ctx),
});

/** Every team with its members, in the order of founding. */
export const teams = organiserQuery({
  args: {},
  returns: v.object({
    teams: v.array(teamOverviewValidator),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => OrganiserLists.listTeams(ctx),
});

/** Everybody who wants news, in the order of asking. */
export const subscribers = organiserQuery({
  args: {},
  returns: v.object({
    subscribers: v.array(subscriberValidator),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => OrganiserLists.listSubscribers(ctx),
});

/** Messages that wait, the newest first; or those dealt with, the last dealt with first. At most 500. */
export const messages = organiserQuery({
  args: { handled: v.boolean() },
  returns: v.array(contactMessageValidator),
  handler: async (ctx, args) => ContactMessages.listForOrganisers(ctx, args),
});

/** The last 200 actions of organisers, the newest first. */
export const auditLog = organiserQuery({
  args: {},
  returns: v.array(auditRowValidator),
  handler: async (ctx) => AuditLog.listNewest(ctx),
});

/** Marks a message as dealt with, or as waiting again. */
export const markMessage = organiserMutation({
  args: { messageId: v.id("contactMessages"), handled: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await ContactMessages.mark(ctx, ctx.user, args);
    return null;
  },
});

/** Called when a list is saved as a file, since it then leaves the site. */
export const recordExport = organiserMutation({
  args: { list: exportedListValidator, rows: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await OrganiserLists.recordExport(ctx, ctx.user, args);
    return null;
  },
});
