/** What people get of their own account. */
import { v, type Infer } from "convex/values";
import { momentValidator } from "../checkIns/shared/checkIns";
import {
  contactMessageValidator,
  subscriberValidator,
} from "../contact/shared";
import { helpDataValidator } from "../help/shared/help";
import { judgingDataValidator } from "../judging/shared/judging";
import {
  hidingValidator,
  listingValidator,
  reportValidator,
  requestNewsValidator,
  requestValidator,
} from "../listings/shared";
import { profileValidator } from "../people/shared/people";
import { auditEntryValidator } from "../platform/shared/audit";
import { appointedRoleValidator } from "../platform/shared/roles";
import { projectDataValidator } from "../projects/shared/projects";
import { changeRequestValidator } from "../teams/shared/changeRequests";
import { teamMemberValidator, teamViewValidator } from "../teams/shared/teams";

/** What every page of the portal knows about its reader. */
export const meValidator = v.object({
  ...profileValidator.fields,
  /** The read key for announcements and resources; null until it is created. */
  noticeReadKey: v.nullable(v.string()),
  /** When the person has arrived at the event; null before that. */
  checkedInAt: v.nullable(v.number()),
  /** When the list of places was imported that lacks the person's address; null if it is there, or there is no list. */
  missingInPlacesOf: v.nullable(v.number()),
  requests: requestNewsValidator,
});
export type Me = Infer<typeof meValidator>;

/**
 * The export of personal data: everything that is stored about a person. Times are milliseconds since the
 * epoch, except `contactMessages.createdAt` (ISO 8601).
 */
export const personalDataValidator = v.object({
  profile: v.object({
    ...profileValidator.fields,
    emailProvenAt: v.nullable(v.number()),
  }),
  team: v.nullable(
    v.object({
      ...teamViewValidator.pick("name", "description", "inviteCode").fields,
      ...teamMemberValidator.pick("role", "joinedAt").fields,
    }),
  ),
  signInMethods: v.array(
    v.object({
      provider: v.string(),
      accountId: v.string(),
      addedAt: v.number(),
    }),
  ),
  sessions: v.array(v.object({ startedAt: v.number(), expiresAt: v.number() })),
  /** What is about the person in the tables for finding and changing a team. */
  finding: v.object({
    card: v.nullable(
      v.object({
        ...listingValidator.pick("name", "college", "skills", "shownAt").fields,
        line: v.string(),
      }),
    ),
    requests: v.array(
      requestValidator.pick(
        "sentBy",
        "teamName",
        "note",
        "sentAt",
        "outcome",
        "settledAt",
      ),
    ),
    hidden: v.array(hidingValidator.pick("name")),
    reports: v.array(
      reportValidator.pick("targetName", "reason", "sentAt", "settledAt"),
    ),
    changeRequests: v.array(
      changeRequestValidator.omit("_id", "isOwn", "personName"),
    ),
  }),
  /** What the person has asked mentors, and has taken as a mentor. */
  help: helpDataValidator,
  /** The person's changes and texts in the team's project. */
  project: projectDataValidator,
  /** The devices that get messages, with their browsers' push services. */
  phones: v.array(v.object({ registeredAt: v.number(), service: v.string() })),
  /** When and where the person was checked in; null if never. */
  checkIn: v.nullable(
    v.object({
      first: v.nullable(momentValidator),
      again: v.array(momentValidator),
      undoneAt: v.nullable(v.number()),
      guardianFormSeen: v.boolean(),
    }),
  ),
  passwordResets: v.array(
    v.object({
      requestedAt: v.number(),
      expiresAt: v.number(),
      isUsed: v.boolean(),
    }),
  ),
  /** This is null, and the next two are empty, while the address is not proven. */
  subscription: v.nullable(subscriberValidator.pick("consentedAt")),
  roleInvitations: v.array(
    v.object({
      role: appointedRoleValidator,
      invitedAt: v.number(),
      expiresAt: v.number(),
      isUsed: v.boolean(),
    }),
  ),
  contactMessages: v.array(
    contactMessageValidator.pick("name", "subject", "message", "createdAt"),
  ),
  /** The person's marks and notes as a judge. */
  judging: judgingDataValidator,
  /**
   * The person's actions as an organiser, without their targets, which may be
   * other people's data.
   */
  organiserActions: v.array(auditEntryValidator.pick("at", "action")),
});
export type PersonalData = Infer<typeof personalDataValidator>;
