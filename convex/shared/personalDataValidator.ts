/** The export of personal data: everything that is stored about a person. */
import { v, type Infer } from "convex/values";
import { changeRequestValidator } from "./changeRequests";
import { judgingDataValidator } from "./judging";
import {
  hidingValidator,
  listingValidator,
  reportValidator,
  requestValidator,
} from "./listings";
import { auditActionValidator } from "./organiserValidators";
import { projectDataValidator } from "./projects";
import { profileValidator, teamRoleValidator } from "./validators";

/**
 * Everything that is stored about a person. Times are milliseconds since the
 * epoch, except `contactMessages.createdAt` (ISO 8601).
 */
export const personalDataValidator = v.object({
  profile: v.object({
    ...profileValidator.fields,
    emailProvenAt: v.nullable(v.number()),
  }),
  team: v.nullable(
    v.object({
      name: v.string(),
      description: v.string(),
      inviteCode: v.string(),
      role: teamRoleValidator,
      joinedAt: v.number(),
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
  /** The person's changes and texts in the team's project. */
  project: projectDataValidator,
  passwordResets: v.array(
    v.object({
      requestedAt: v.number(),
      expiresAt: v.number(),
      isUsed: v.boolean(),
    }),
  ),
  /** This is null, and `contactMessages` is empty, while the address is not proven. */
  subscription: v.nullable(v.object({ consentedAt: v.number() })),
  contactMessages: v.array(
    v.object({
      name: v.string(),
      subject: v.string(),
      message: v.string(),
      createdAt: v.string(),
    }),
  ),
  /** The person's marks and notes as a judge. */
  judging: judgingDataValidator,
  /**
   * The person's actions as an organiser, without their targets, which may be
   * other people's data.
   */
  organiserActions: v.array(
    v.object({ at: v.number(), action: auditActionValidator }),
  ),
});
export type PersonalData = Infer<typeof personalDataValidator>;
