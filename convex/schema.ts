import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { zodToConvexFields } from "convex-helpers/server/zod4";
import { checkInRowValidator } from "./checkIns/shared/checkIns";
import { contactMessageSchema } from "./contact/shared";
import { announcementSchema, resourceSchema } from "./content/shared/content";
import {
  changeKindValidator,
  changeOutcomeValidator,
} from "./teams/shared/changeRequests";
import {
  awardedValidator,
  correctionValidator,
  criterionValidator,
  marksValidator,
  publishedResultsValidator,
} from "./judging/shared/judging";
import { visitValidator } from "./judging/shared/visits";
import { storedPictureValidator } from "./projects/shared/pictures";
import {
  facetValidator,
  hidingValidator,
  kindValidator,
  listingFields,
  requestOutcomeValidator,
  subjectValidator,
} from "./listings/shared";
import {
  changedPartValidator,
  kindOfChangeValidator,
  projectContentValidator,
  projectRowValidator,
  rivalFieldValidator,
  trackValidator,
} from "./projects/shared/projects";
import { helpSchema, helpStateValidator, openStates } from "./help/shared/help";
import { literals } from "./platform/shared/input";
import { auditEntryValidator, fieldsValidator } from "./platform/shared/audit";
import { deviceSchema, pushValidator } from "./push/shared";
import { entrySchema } from "./content/shared/schedule";
import { profileLinksValidator } from "./people/shared/people";
import {
  accountRoleValidator,
  appointedRoleValidator,
} from "./platform/shared/roles";
import { teamMemberValidator } from "./teams/shared/teams";
import { lostTeamValidator } from "./people/shared/people";
import { teamRoleValidator } from "./platform/shared/roles";
import { mailKindValidator } from "./platform/shared/mail";
import { addressesSchema } from "./platform/shared/addresses";
import {
  screenOrdersValidator,
  screenSignValidator,
} from "./hall/shared/screens";
import { settingsValidator } from "./settings/shared";

/** When an organiser removed it; an hour later it is deleted. Milliseconds since the epoch. */
const removedAt = v.optional(v.number());

export default defineSchema({
  // Sessions, accounts (with password hashes), refresh tokens, codes, verifiers
  // and attempt counters, which Convex Auth writes, reads and deletes. Our own
  // modules use them too: signIn/accounts.ts writes password accounts,
  // signIn/sessions.ts ends sessions, upkeep/expiry.ts deletes expired rows, and
  // platform/viewer.ts reads sessions to see whether a caller is still signed in. The
  // indexes added here are for these modules.
  ...authTables,
  authSessions: authTables.authSessions.index("by_expiration", [
    "expirationTime",
  ]),
  authRefreshTokens: authTables.authRefreshTokens.index("by_expiration", [
    "expirationTime",
  ]),
  authVerificationCodes: authTables.authVerificationCodes
    .index("by_expiration", ["expirationTime"])
    .index("by_verifier", ["verifier"]),
  authVerifiers: authTables.authVerifiers.index("by_session", ["sessionId"]),

  // One row per person, with the profile; `_id` is the person's uid. Written by
  // people/users.ts, except for teamId, teamRole and lostTeam, which teams/teams.ts
  // writes in the mutation that changes the team, and judgedTracks (judging/judges.ts).
  // Read by its owner (users.me) and by organisers. Deleted by its owner (account.remove).
  users: defineTable({
    name: v.string(),
    displayName: v.string(),
    /** As `tidyEmail` spells it; unique. */
    email: v.string(),
    image: v.optional(v.string()),
    /** Milliseconds since the epoch. */
    createdAt: v.number(),
    role: accountRoleValidator,
    /** True once college and year are there. */
    isProfileComplete: v.boolean(),
    teamId: v.nullable(v.id("teams")),
    teamRole: v.nullable(teamRoleValidator),
    /**
     * The last team, if others ended the membership. Removed when the person joins the
     * next team or has read it.
     */
    lostTeam: v.optional(lostTeamValidator),
    /**
     * Whether the person says that they have registered their place at the event, on the
     * external page; absent until they say something.
     */
    hasRegisteredPlace: v.optional(v.boolean()),
    /**
     * True if the registration platform has the address, by the organisers' last import
     * (people/places.ts); else absent.
     */
    hasConfirmedPlace: v.optional(v.boolean()),
    /** True if organisers have named the person for the check-in desk; else absent. */
    isDeskHelper: v.optional(v.boolean()),
    /** The tracks to which a judge is limited; absent or empty: every project. */
    judgedTracks: v.optional(v.array(trackValidator)),
    // Profile fields that the person may fill in; absent or empty if not.
    college: v.optional(v.string()),
    graduationYear: v.optional(v.number()),
    /** Up to eight, in the person's order. */
    skills: v.optional(v.array(v.string())),
    about: v.optional(v.string()),
    links: v.optional(profileLinksValidator),
    /** Kinds of mail that the person does not want; absent: none. */
    mailOff: v.optional(v.array(mailKindValidator)),
    // Fields of Convex Auth. The first is set when the address is proven.
    emailVerificationTime: v.optional(v.number()),
    phone: v.optional(v.string()),
    phoneVerificationTime: v.optional(v.number()),
    isAnonymous: v.optional(v.boolean()),
  })
    // Convex Auth requires indexes of these two names.
    .index("email", ["email"])
    .index("phone", ["phone"])
    .index("by_role", ["role"])
    .index("by_has_confirmed_place", ["hasConfirmedPlace"])
    .index("by_is_desk_helper", ["isDeskHelper"]),

  // One row per team with its members, so that one read shows it. Written by
  // teams/teams.ts only. Read by its members (teams.mine), by people who were invited
  // to it (teams.preview) and by organisers. Deleted by the mutation in
  // which its last member leaves or its leader ends it.
  teams: defineTable({
    name: v.string(),
    /** May be empty. */
    description: v.string(),
    /** Six of [A-Z0-9], unique among the rows of this table. */
    inviteCode: v.string(),
    /**
     * Shows the team to people who have opened an invitation with its code; absent
     * until somebody has.
     */
    previewKey: v.optional(v.string()),
    /** False while the code admits nobody; absent means true. */
    isOpen: v.optional(v.boolean()),
    createdBy: v.id("users"),
    /** Milliseconds since the epoch. */
    createdAt: v.number(),
    /** One to MAX_TEAM_SIZE, in the order of joining; exactly one of them is the leader. */
    members: v.array(teamMemberValidator),
    /** True if the hall's screen leaves it out, because organisers want it so; else absent. */
    isHiddenInHall: v.optional(v.boolean()),
    /** `lookOf` the name; absent until an older row is renamed. */
    look: v.optional(v.string()),
  })
    .index("by_invite_code", ["inviteCode"])
    .index("by_look", ["look"])
    .index("by_is_hidden_in_hall", ["isHiddenInHall"]),

  // The next tables are for finding a team; docs/decisions/finding-each-other.md gives
  // the reasons for their design.

  // The card of a person who looks for a team, or the opening of a team that looks for
  // people, one row for each that shows one. Written by listings/listings.ts. Name,
  // college and free slots are copied from the person or the team. Read by everyone who
  // is signed in. A card is deleted when the person withdraws it, joins a team or deletes
  // the account; an opening when the leader withdraws it, and when the team is full,
  // closed or gone.
  listings: defineTable({
    ...listingFields,
    /** What filters compare: `facetKey` of the college, or the free slots. */
    facet: facetValidator,
  })
    .index("by_subject", ["subject"])
    .index("by_kind", ["kind"])
    .index("by_kind_and_facet", ["kind", "facet"]),

  // An index of listings by skill: a row for each skill of a listing. Written and deleted
  // by listings/listings.ts with the listing.
  listingSkills: defineTable({
    listingId: v.id("listings"),
    kind: kindValidator,
    skillKey: v.string(),
    facet: facetValidator,
  })
    .index("by_listing", ["listingId"])
    .index("by_kind_and_skill_key", ["kind", "skillKey"])
    .index("by_kind_and_skill_key_and_facet", ["kind", "skillKey", "facet"]),

  // The read keys with which many pages share the results of queries: one row for
  // listings, one for announcements and resources, and one for each team's
  // project, with which its pages read the description. Written by
  // platform/readKeys.ts, which says when they are replaced. Told to those who may
  // read. A team's is deleted with the project.
  readKeys: defineTable({
    scope: v.union(v.literal("listings"), v.literal("notices"), v.id("teams")),
    key: v.string(),
    /** What a team's key reads; each edition has a key of its own. */
    description: v.optional(
      v.object({ projectId: v.id("projects"), edition: v.number() }),
    ),
    /** The token with which @convex-dev/presence lists a team's people on the page. */
    roomToken: v.optional(v.string()),
  })
    .index("by_scope", ["scope"])
    .index("by_key", ["key"]),

  // The secrets that sign passes and links in mails and name screens, a row each. Written by
  // platform/secrets.ts. Told to nobody: only an admin key, exports and backups show
  // them. Deleted by hand, to void what they have signed.
  secrets: defineTable({ use: v.string(), value: v.string() }).index("by_use", [
    "use",
  ]),

  // Requests of people to teams, and offers of teams to people. Written by
  // listings/requests.ts. Read by the person and the team's members. Deleted with the
  // person's account, and by upkeep/expiry.ts 30 days after they are over.
  requests: defineTable({
    uid: v.id("users"),
    teamId: v.id("teams"),
    // The names at that time: the account or the team may be gone later.
    personName: v.string(),
    teamName: v.string(),
    sentBy: kindValidator,
    /** May be empty. */
    note: v.string(),
    /** How it ended; absent while it is open. */
    outcome: v.optional(requestOutcomeValidator),
    /** Milliseconds since the epoch; present if `outcome` is. */
    settledAt: v.optional(v.number()),
    /** What of it whoever had to know was told by mail last. */
    mailed: v.optional(v.union(v.literal("request"), v.literal("answer"))),
  })
    .index("by_uid_and_settled_at", ["uid", "settledAt"])
    .index("by_team_and_settled_at", ["teamId", "settledAt"])
    .index("by_settled_at", ["settledAt"]),

  // People and teams that somebody has hidden. Written by listings/hiding.ts, read by that
  // person only, deleted with the account.
  hidings: defineTable({ userId: v.id("users"), ...hidingValidator.fields })
    .index("by_user_and_target", ["userId", "target"])
    .index("by_target", ["target"]),

  // Reports of participants to the organisers. Written by listings/reports.ts, read by
  // organisers, deleted with the account of either side, and by upkeep/expiry.ts 180
  // days after they are settled.
  reports: defineTable({
    reporterId: v.id("users"),
    reporterName: v.string(),
    target: subjectValidator,
    targetName: v.string(),
    /** The text of the card or the opening at that time. */
    said: v.string(),
    reason: v.string(),
    /** Whether it took more than an account: a confirmed place, or a proven address. */
    isOfKnown: v.optional(v.boolean()),
    /** Milliseconds since the epoch; absent while the report is open. */
    settledAt: v.optional(v.number()),
    settledBy: v.optional(v.string()),
  })
    .index("by_settled_at", ["settledAt"])
    .index("by_reporter_and_settled_at", ["reporterId", "settledAt"])
    .index("by_target_and_settled_at", ["target", "settledAt"]),

  // Change requests, which participants send to the organisers once team changes are
  // closed. Written by teams/changeRequests.ts. Read by the sender, by organisers and,
  // once decided, by the members of both teams. Deleted with the sender's account, and
  // by upkeep/expiry.ts 180 days after they are settled.
  changeRequests: defineTable({
    userId: v.id("users"),
    personName: v.string(),
    kind: changeKindValidator,
    reason: v.string(),
    /** The sender's team and its name at that time. */
    teamId: v.nullable(v.id("teams")),
    teamName: v.nullable(v.string()),
    /** The team that the sender wants to join. */
    targetTeamId: v.nullable(v.id("teams")),
    targetTeamName: v.nullable(v.string()),
    outcome: v.optional(changeOutcomeValidator),
    /** The organisers' answer; may be empty. */
    answer: v.optional(v.string()),
    /** Milliseconds since the epoch; present if `outcome` is. */
    settledAt: v.optional(v.number()),
    settledBy: v.optional(v.string()),
  })
    .index("by_user_and_settled_at", ["userId", "settledAt"])
    .index("by_settled_at", ["settledAt"])
    .index("by_team_and_settled_at", ["teamId", "settledAt"])
    .index("by_target_team_and_settled_at", ["targetTeamId", "settledAt"]),

  // What teams ask of mentors; a team's last row is its open request, if it has one.
  // Written by help/requests.ts. Read by the team, by mentors and organisers.
  // Deleted by upkeep/expiry.ts 30 days after it ended.
  helpRequests: defineTable({
    ...zodToConvexFields(helpSchema.shape),
    teamId: v.id("teams"),
    teamName: v.string(),
    /** Null once the person has deleted the account. */
    askedBy: v.nullable(v.id("users")),
    /** Milliseconds since the epoch. */
    askedAt: v.number(),
    /** How often the team was helped before. */
    helpedBefore: v.number(),
    state: helpStateValidator,
    /** When the state began. Milliseconds since the epoch. */
    since: v.number(),
    /** How long the team had waited when it began, without pauses. */
    waitedMs: v.number(),
    /** It has waited so long that mentors are reminded, which happens once. */
    isReminded: v.boolean(),
    /**
     * Who has taken it, or has helped; while it waits, who did not come. Absent once they have
     * deleted the account.
     */
    takenBy: v.optional(v.id("users")),
    /** The state in which it was ended, for who opens it again. */
    endedFrom: v.optional(literals(...openStates)),
  })
    .index("by_team_and_asked_at", ["teamId", "askedAt"])
    .index("by_state_and_since", ["state", "since"])
    .index("by_state_and_turn", ["state", "helpedBefore", "askedAt"])
    .index("by_asked_by", ["askedBy"])
    .index("by_taken_by", ["takenBy"]),

  // The next tables are for the teams' projects; docs/decisions/projects.md gives the
  // reasons for their design.

  // A team's project, one row per team; created when a member first opens the project's
  // page. Written by projects/projects.ts and projects/editing.ts, and what it says
  // of the description by projects/description/texts.ts. Read by the team's members and by organisers. Deleted
  // with the team, unless it is handed in: then `teamId` may refer to no row.
  projects: defineTable({
    teamId: v.id("teams"),
    /** For the description see `projectTexts`. */
    ...projectRowValidator.fields,
    /** Whether names of team and members are hidden where others see the project. */
    hidesNames: v.boolean(),
    /** The current hand-in; absent for a draft. */
    handInId: v.optional(v.id("handIns")),
    // The last change; one of the description is noted once in ten minutes.
    /** Milliseconds since the epoch. */
    updatedAt: v.number(),
    /** The person who changed it last; null once they have deleted the account. */
    updatedBy: v.nullable(v.id("users")),
    /** Whether anything changed since the hand-in. */
    hasChanges: v.boolean(),
    /** When an organiser removed it from the gallery. Milliseconds since the epoch. */
    takenDownAt: v.optional(v.number()),
  }).index("by_team", ["teamId"]),

  // The Yjs document of a project's description, with its history, one row per project.
  // The state is as of the change numbered `seq`; later changes are in `textChanges`.
  // Written by projects/description/texts.ts. Deleted with the project.
  projectTexts: defineTable({
    projectId: v.id("projects"),
    state: v.bytes(),
    /** The text of the document, for people who look at the table. */
    text: v.string(),
    seq: v.number(),
  }).index("by_project", ["projectId"]),

  // The head of a project's description, one row per project: enough to know whether an
  // update continues the document directly. Written by projects/description/texts.ts with each
  // change. Read only by changes. Deleted with the project.
  textHeads: defineTable({
    teamId: v.id("teams"),
    projectId: v.id("projects"),
    /** The number of the last change. */
    seq: v.number(),
    /**
     * Increases when the history of the document is dropped; changes to an earlier
     * edition are refused.
     */
    edition: v.number(),
    /** The state vector of the Yjs document. */
    vector: v.bytes(),
    /** An upper bound of the text's length; exact after each merge. */
    length: v.number(),
    /** The project's row already records a change after the last hand-in. */
    isTouched: v.boolean(),
    /**
     * When the current authors were last recorded in the history. Milliseconds since the
     * epoch.
     */
    notedAt: v.record(v.id("users"), v.number()),
  }).index("by_team", ["teamId"]),

  // The last changes of descriptions, numbered per project. Written by
  // projects/description/texts.ts, which merges old ones into `projectTexts`.
  textChanges: defineTable({
    projectId: v.id("projects"),
    seq: v.number(),
    /** An update of Yjs. */
    update: v.bytes(),
  }).index("by_project_and_seq", ["projectId", "seq"]),

  // Earlier values of a project's fields; one person's changes of a field within ten
  // minutes are one row. Written by projects/history.ts. Read by the team's
  // members. The last hundred are kept; all are deleted with the project.
  projectHistory: defineTable({
    projectId: v.id("projects"),
    /** Counts the project's entries, so that the oldest is found without reading others. */
    number: v.number(),
    field: changedPartValidator,
    kind: kindOfChangeValidator,
    /** Of a picture that was removed or put back. */
    pictureId: v.optional(v.id("pictures")),
    /** Absent once the person has deleted the account. */
    userId: v.optional(v.id("users")),
    userName: v.string(),
    /** Lists are lines; of a picture, its words. */
    before: v.string(),
    /** Milliseconds since the epoch. */
    since: v.number(),
    until: v.number(),
  })
    .index("by_project_and_number", ["projectId", "number"])
    .index("by_project_and_field", ["projectId", "field"])
    .index("by_project_and_user_and_field", ["projectId", "userId", "field"])
    .index("by_user", ["userId"]),

  // Rival texts: when two people have changed a field at once, the later text is kept
  // here until a member chooses between the two. Written by projects/rivals.ts. One
  // per person and field.
  projectRivals: defineTable({
    projectId: v.id("projects"),
    field: rivalFieldValidator,
    userId: v.id("users"),
    userName: v.string(),
    text: v.string(),
    /** Milliseconds since the epoch. */
    at: v.number(),
  })
    .index("by_project_and_field", ["projectId", "field"])
    .index("by_user", ["userId"]),

  // The pictures of a project, up to four. Written by projects/pictures/pictures.ts, which has
  // checked the bytes. Read like the project, and deleted with it. A removed picture
  // stays for an hour, and while the current hand-in shows it, so that every stored file
  // is named by a row.
  pictures: defineTable({
    projectId: v.id("projects"),
    ...storedPictureValidator.fields,
    /** Its place among the project's pictures; they are shown in ascending order. */
    place: v.number(),
    /** Milliseconds since the epoch. */
    removedAt: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .index("by_storage_id", ["storageId"])
    .index("by_thumbnail_id", ["thumbnailId"]),

  // Hand-ins: copies of a project at the time. Judges and the gallery see the row that
  // the project's `handInId` names. Without the description, because lists read many.
  // Written by projects/handIns.ts. Deleted with the project.
  handIns: defineTable({
    projectId: v.id("projects"),
    teamId: v.id("teams"),
    teamName: v.string(),
    memberNames: v.array(v.string()),
    /** The ids of these people, in the same order. */
    memberIds: v.array(v.id("users")),
    ...projectContentValidator.omit("description").fields,
    /** The name in the form that the gallery sorts by. */
    nameKey: v.string(),
    pictures: v.array(storedPictureValidator),
    /** Eight digits, unique. */
    receipt: v.number(),
    /** Milliseconds since the epoch. */
    at: v.number(),
    /** The name of the person who handed it in. */
    by: v.string(),
    /** Their id; null once they have deleted the account. */
    byId: v.nullable(v.id("users")),
    /** Whether it is the last hand-in of its project, and not withdrawn. */
    isCurrent: v.boolean(),
  })
    .index("by_project", ["projectId"])
    .index("by_receipt", ["receipt"])
    .index("by_is_current", ["isCurrent"])
    .index("by_is_current_and_name_key", ["isCurrent", "nameKey"]),

  // The descriptions of hand-ins, one row each. Written and deleted with them.
  handInTexts: defineTable({
    handInId: v.id("handIns"),
    description: v.string(),
  }).index("by_hand_in", ["handInId"]),

  // The next tables are for judging; docs/decisions/judging.md gives the reasons for
  // their design.

  // The state of judging, in one row; without it nothing is assigned and the rubric is
  // the shipped one. Written by judging/judging.ts. Read by organisers and judges, and
  // `published` by everyone.
  judging: defineTable({
    /** Absent: the shipped rubric. */
    criteria: v.optional(v.array(criterionValidator)),
    /** How many judges each project gets; absent before the first assignment. */
    perProject: v.optional(v.number()),
    /** Milliseconds since the epoch. */
    closedAt: v.optional(v.number()),
    /** With copies of names, because teams may end after the event. */
    published: v.optional(publishedResultsValidator.pick("at", "awards")),
    /** Of what is published, the oldest first, each with the winners before it. */
    corrections: v.optional(
      v.array(
        correctionValidator.extend({ before: v.array(awardedValidator) }),
      ),
    ),
  }),

  // The results that organisers have fixed for the ceremony, and how far it has come; and a
  // rehearsal of it: at most one row each. Written by judging/ceremony.ts, which tells
  // everyone what has been revealed and organisers the rest. Deleted by organisers.
  ceremonies: defineTable({
    isRehearsal: v.boolean(),
    isBlank: v.boolean(),
    /** 0: nothing is shown. 1: the stage is open and empty. n + 1: n awards are revealed. */
    step: v.number(),
    /** In the order in which they are revealed, with copies of names. */
    awards: v.array(
      v.object({
        award: v.string(),
        sentence: v.string(),
        winners: v.array(
          v.object({
            /** Null in a rehearsal. */
            projectId: v.nullable(v.id("projects")),
            ...awardedValidator.pick("projectName", "teamId", "teamName")
              .fields,
          }),
        ),
        corrected: v.optional(correctionValidator.pick("at", "reason")),
      }),
    ),
    /** The last step, by which page of which organiser, and in words. */
    last: v.optional(
      v.object({
        at: v.number(),
        organiserId: v.id("users"),
        page: v.string(),
        did: v.string(),
      }),
    ),
  }).index("by_is_rehearsal", ["isRehearsal"]),

  // Which project each judge opened last, so that others go to one that is free and it is not
  // taken from them. Written by
  // judging/visits.ts. Read by judges, who are not told whose visit it is. Deleted
  // when judging is closed, and with the account.
  visits: defineTable({
    judgeId: v.id("users"),
    ...visitValidator.fields,
  }).index("by_judge", ["judgeId"]),

  // The final, at most one row: who puts which projects in order. Written by
  // judging/finals.ts. Read by organisers and by its judges. Deleted when judging is
  // reopened; the orders stay, without the name, when an account is deleted.
  finals: defineTable({
    /** The best by the scores first. */
    projectIds: v.array(v.id("projects")),
    judges: v.array(
      v.object({
        judgeId: v.id("users"),
        name: v.string(),
        /** The best first; null until it is given. */
        order: v.nullable(v.array(v.id("projects"))),
      }),
    ),
  }),

  // Conflicts of interest: teams that a person must not judge, because they have left
  // them or a conflict was declared. Kept for everybody, because anybody may become a
  // judge. Written by judging/judges.ts. Read by organisers. Deleted with the account,
  // and with the team, unless its hand-in outlives it.
  conflicts: defineTable({
    userId: v.id("users"),
    teamId: v.id("teams"),
    teamName: v.string(),
  })
    .index("by_user_and_team", ["userId", "teamId"])
    .index("by_team", ["teamId"]),

  // Scorecards: one row per judge and assigned project. Written by
  // judging/scorecards.ts. Unscored ones are deleted when another judge gets the
  // project; scored ones stay, without the name once the account is deleted.
  scorecards: defineTable({
    judgeId: v.id("users"),
    judgeName: v.string(),
    projectId: v.id("projects"),
    /** Assigned manually by an organiser, so it is not moved. */
    isByHand: v.boolean(),
  })
    .index("by_judge_and_project", ["judgeId", "projectId"])
    .index("by_project", ["projectId"]),

  // The marks of scorecards, at most one row each, so that a mark does not send the
  // judge's projects again. Written and deleted by judging/scorecards.ts with the
  // scorecard. Read by its judge alone until judging is closed, then by organisers.
  marks: defineTable({
    scorecardId: v.id("scorecards"),
    // Copies from the scorecard.
    judgeId: v.id("users"),
    projectId: v.id("projects"),
    /** Absent once they are withdrawn. */
    marks: v.optional(marksValidator),
    /** For the judge alone; absent once the account is deleted. */
    note: v.optional(v.string()),
    /** Milliseconds since the epoch; present if `marks` is. */
    scoredAt: v.optional(v.number()),
  })
    .index("by_scorecard", ["scorecardId"])
    .index("by_judge", ["judgeId"]),

  // Where a project is shown to judges. Written by judging/tableNumbers.ts. Never
  // deleted: a project that is handed in again keeps its table.
  tableNumbers: defineTable({
    projectId: v.id("projects"),
    /** The number of a table, or the name of a place. */
    table: v.string(),
  }).index("by_project", ["projectId"]),

  // The links of password reset mails. Written by signIn/passwordResets.ts only.
  // Used ones stay, so that a second click gets its own message. Deleted by
  // upkeep/expiry.ts a day after they expire, and with the account.
  passwordResets: defineTable({
    userId: v.id("users"),
    /** SHA-256 of the link's token, in base64; the token itself is not stored. */
    tokenHash: v.string(),
    /** Milliseconds since the epoch. */
    expiresAt: v.number(),
    isUsed: v.boolean(),
  })
    .index("by_token_hash", ["tokenHash"])
    .index("by_user", ["userId"])
    .index("by_expires_at", ["expiresAt"]),

  // Invitations to a role, by mail. Written by roles/invitations.ts. Read by
  // organisers and by whoever has the link. Accepted ones stay, so that a second click
  // gets its own message. Deleted when withdrawn, by upkeep/expiry.ts 30 days after
  // they expire, and with the account of whoever has proven the address.
  roleInvitations: defineTable({
    /** As `tidyEmail` spells it; unique among the invitations that are not accepted. */
    email: v.string(),
    role: appointedRoleValidator,
    /** Whose word it is: the link works while they are an organiser. */
    invitedBy: v.id("users"),
    /** SHA-256 of the link's token, in base64; absent until the mail is being sent. */
    tokenHash: v.optional(v.string()),
    /** Milliseconds since the epoch; absent until the provider has taken the mail. */
    mailedAt: v.optional(v.number()),
    expiresAt: v.number(),
    isUsed: v.boolean(),
  })
    .index("by_email", ["email"])
    .index("by_token_hash", ["tokenHash"])
    .index("by_is_used", ["isUsed"])
    .index("by_expires_at", ["expiresAt"]),

  // The addresses with a place at the event, as hashes, one row each. Written by
  // people/places.ts, anew by each import. Read when somebody signs up. Deleted with the
  // account of whoever has proven the address, and a while after another import.
  places: defineTable({
    /** SHA-256 of the address, in base64. */
    emailHash: v.string(),
    /** Absent in rows from before there were lists. */
    listId: v.optional(v.id("placeLists")),
  })
    .index("by_email_hash", ["emailHash", "listId"])
    .index("by_list", ["listId"]),

  // One row for each import of places. The newest counts; the one before can be put back for a
  // week. Written by people/places.ts. Read by organisers.
  placeLists: defineTable({ addresses: v.number() }),

  // The screens of the hall: pages at /arena that organisers have named by the code that
  // they showed. Written by hall/screens.ts. Read by organisers, and by the page that has the
  // key of the code. Deleted by organisers.
  screens: defineTable({
    code: v.string(),
    ...screenOrdersValidator.fields,
    sign: screenSignValidator,
  }).index("by_code", ["code"]),

  // Who has arrived, one row per person. Written by checkIns/checkIns.ts. Read by its
  // owner (checkIns.pass), at the desk and by organisers. Deleted with the account, and by
  // upkeep/expiry.ts a year later.
  checkIns: defineTable(checkInRowValidator.fields)
    .index("by_user", ["userId"])
    .index("by_changed_at", ["changedAt"]),

  // The devices that get messages, one row each. Written by push/devices.ts, and deleted
  // by push/messages.ts when a push service says that they are gone, by upkeep/expiry.ts
  // after a year, and with the session and the account.
  pushSubscriptions: defineTable({
    userId: v.id("users"),
    /** The session that registered it: without it nothing is sent. */
    sessionId: v.id("authSessions"),
    /** `endpoint`, the address of the browser's push service, is unique. */
    ...zodToConvexFields(deviceSchema.shape),
  })
    .index("by_user", ["userId"])
    .index("by_session", ["sessionId"])
    .index("by_endpoint", ["endpoint"]),

  // The messages to devices, one row for each time that one went out. Written by
  // push/messages.ts. Read by organisers.
  pushes: defineTable({
    ...pushValidator.fields,
    /** SHA-256 of what it says, in base64. */
    digest: v.string(),
  }).index("by_about", ["about"]),

  // Messages from visitors to the organisers. Written by
  // contact/messages.ts. Read by the proven owner of the address
  // (account.exportData) and by organisers, who mark messages as handled and
  // delete them in the data browser.
  contactMessages: defineTable({
    ...zodToConvexFields(contactMessageSchema.shape),
    /** ISO 8601, in UTC. */
    createdAt: v.string(),
    /** Milliseconds since the epoch; absent while the message waits. */
    handledAt: v.optional(v.number()),
    /** The name of the organiser who handled it; present if `handledAt` is. */
    handledBy: v.optional(v.string()),
  })
    .index("by_email", ["email"])
    .index("by_handled_at", ["handledAt"]),

  // Subscribers to the news, one row per address. Written by contact/subscribers.ts.
  // Read by organisers and by the proven owner of the address
  // (account.exportData), who can delete the row with the account
  // (account.remove). Organisers delete rows in the data browser.
  subscribers: defineTable({
    email: v.string(),
    /** Time of consent, in milliseconds since the epoch. */
    consentedAt: v.number(),
  }).index("by_email", ["email"]),

  // The next four tables hold live content, which organisers edit in their area and
  // can edit in the data browser: every dashboard shows a change at once.
  // content/firstContent.ts fills them once.

  // What the organisers tell the participants. Written by
  // content/kinds.ts and in the data browser, and `mailedAt` by
  // content/announcementMail.ts. Read by participants from `publishAt` on.
  announcements: defineTable({
    ...zodToConvexFields(announcementSchema.shape),
    /** The name that is shown as author. */
    author: v.string(),
    /** When it was sent by mail. Milliseconds since the epoch. */
    mailedAt: v.optional(v.number()),
    removedAt,
  })
    .index("by_publish_at", ["publishAt"])
    .index("by_pinned_and_publish_at", ["pinned", "publishAt"]),

  // What happens when, and where. Written by content/kinds.ts and in the data
  // browser, read by everyone.
  schedule: defineTable({
    ...zodToConvexFields(entrySchema.shape),
    /** How often organisers have edited it, for calendars; absent means never. */
    revision: v.optional(v.number()),
    /** The last edit. Milliseconds since the epoch. */
    changedAt: v.optional(v.number()),
    removedAt,
  }).index("by_starts_at", ["startsAt"]),

  // Links that help participants. Written by content/kinds.ts and in the data
  // browser, read by participants from `publishAt` on.
  resources: defineTable({
    ...zodToConvexFields(resourceSchema.shape),
    removedAt,
  }).index("by_publish_at", ["publishAt"]),

  // What organisers open and close, in one row; without it everything is open and
  // shown, and without `phase` registration is open. Written by settings/settings.ts
  // and in the data browser, read by everyone.
  settings: defineTable({
    ...settingsValidator.fields,
    /** Addresses that the pages show in place of those of `src/content/`. */
    addresses: v.optional(
      v.object(zodToConvexFields(addressesSchema.shape)).partial(),
    ),
    phase: v.optional(settingsValidator.fields.phase),
    /**
     * When an organiser last closed team changes by the switch; absent while they are
     * open. Milliseconds since the epoch.
     */
    teamChangesClosedAt: v.optional(v.number()),
    /** The same for check-in: what was scanned before it is still taken. */
    checkInClosedAt: v.optional(v.number()),
  }),

  // What each change of the settings and addresses replaced, and who made it, so that it
  // can be taken back. Written by settings/history.ts, read by organisers.
  // Never changed, never deleted.
  settingsChanges: defineTable({
    /** Milliseconds since the epoch. */
    at: v.number(),
    /** The organiser's name at the time, as in the audit log. */
    by: v.string(),
    /** The former values of the fields that changed, and of `teamChangesClosedAt`; null: there was none. */
    before: fieldsValidator,
  }),

  // Every action in the organiser area, and every appointment. Written by
  // platform/auditLog.ts. Read by organisers, and by each actor as to their own
  // actions (account.exportData). Never changed, never deleted.
  auditLog: defineTable(auditEntryValidator.fields)
    .index("by_at", ["at"])
    .index("by_actor", ["actorId"]),
});
